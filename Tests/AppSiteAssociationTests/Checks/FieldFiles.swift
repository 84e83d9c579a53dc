/// Realistic files with typical mistakes.
///
/// They were written for these tests with fictitious apps and names. Marks precede the positions of expected findings.
enum FieldFiles {
    /// The files, each with the reason for its inclusion.
    static let all: [(reason: String, file: MarkedFile)] = table.split(separator: "## ").map { entry in
        let lines = entry.split(separator: "\n", maxSplits: 1).map(String.init)
        return (lines[0], MarkedFile(lines[1]))
    }

    private static let table = #"""
        ## A closing quotation mark that a word processor has bent.
        {
          "applinks": {
            "apps": [],
            "details": [
              {"appID": "Q7R2T9W4ZK.test.bakery.app", "paths": ["/menu/*⟦error json-invalid⟧”]}
            ]
          }
        }
        ## An app identifier in the place of a key, with its name before it.
        {
          "applinks": {
            "apps": [],
            "details": {
              "appID": "Q7R2T9W4ZK.test.bakery.app"⟦error json-invalid⟧: {"paths": ["*"]}
            }
          }
        }
        ## A quotation mark too many.
        {
          "applinks": {
            "details": [{
              "appIDs": ["Q7R2T9W4ZK.test.bakery.app"],
              ""⟦error json-invalid⟧components": [{"/": "/menu/*"}]
            }]
          }
        }
        ## A comma after the last component.
        {
          "applinks": {
            "details": [{
              "appIDs": ["Q7R2T9W4ZK.test.bakery.app"],
              "components": [
                {"/": "/menu/*", "comment": "the menu"}⟦error json-invalid⟧,
              ]
            }]
          }
        }
        ## A comma after the last member.
        {
          "applinks": {
            "details": []
          },
          "webcredentials": {"apps": ["Q7R2T9W4ZK.test.bakery.app"]}⟦error json-invalid⟧,
        }
        ## JavaScript.
        {
        ⟦error json-invalid⟧applinks: {
        apps: [],
        details: [{appID: "Q7R2T9W4ZK.test.bakery.app", paths: ["/menu/*"]}]
        }
        }
        ## A quotation mark too few.
        {"applinks": {"apps": [], "details": [
          {"appID": "Q7R2T9W4ZK.test.bakery.app", "paths": [⟦error json-invalid⟧/menu/*"]}
        ]}}
        ## A note that somebody left in its place.
        ⟦error json-invalid⟧Please put the association file here.
        See the wiki for what belongs into it.
        ## A page.
        ⟦error json-invalid⟧<!DOCTYPE html>
        <html><head><title>Page not found</title></head><body></body></html>
        ## A comment of JavaScript before the file.
        ⟦error json-invalid⟧// served by the shop
        {"applinks": {"apps": [], "details": []}}
        ## What Android reads.
        ⟦error json-not-object⟧[{
          "relation": ["delegate_permission/common.handle_all_urls"],
          "target": {"namespace": "android_app", "package_name": "test.bakery.app"}
        }]
        ## A template that nobody has filled in.
        {
          "applinks": {
            "apps": [],
            "details": [
              {"appID": ⟦error app-id-placeholder⟧"TEAMID.test.bakery.app", "paths": ["/menu/*"]},
              {"appID": ⟦error app-id-placeholder⟧"<TEAM_ID>.test.bakery.beta", "paths": ["/beta/*"]}
            ]
          },
          "webcredentials": {"apps": [⟦error app-id-placeholder⟧"TEAMID.test.bakery.app"]}
        }
        ## A bundle identifier alone, a prefix alone, and one in small letters.
        {
          "applinks": {
            "apps": [],
            "details": [
              {"appID": ⟦error app-id-malformed⟧"test.bakery.app", "paths": ["/menu/*"]},
              {"appID": ⟦error app-id-malformed⟧"Q7R2T9W4ZK", "paths": ["/shop/*"]},
              {"appID": ⟦error app-id-malformed⟧"q7r2t9w4zk.test.bakery.app", "paths": ["/cakes/*"]}
            ]
          }
        }
        ## Exclusions after the rule that takes everything.
        {
          "applinks": {
            "apps": [],
            "details": [
              {"appID": "Q7R2T9W4ZK.test.bakery.app", "paths": ["*", ⟦error rule-unreachable⟧"NOT /admin/*", ⟦error rule-unreachable⟧"NOT /login"]}
            ]
          }
        }
        ## The same in components, and a rule that an earlier one covers.
        {
          "applinks": {
            "details": [{
              "appIDs": ["Q7R2T9W4ZK.test.bakery.app"],
              "components": [
                {"/": "/menu/*"},
                {"/": "/menu/cakes/*"},
                ⟦error rule-unreachable⟧{"/": "/menu/secret/*", "exclude": true}
              ]
            }]
          }
        }
        ## Both forms for one app, with other paths.
        {
          "applinks": {
            "apps": [],
            "details": [{
              "appID": "Q7R2T9W4ZK.test.bakery.app",
              "appIDs": ["Q7R2T9W4ZK.test.bakery.app"],
              "paths": ⟦warning detail-forms-disagree⟧["/menu/*", "/shop/*"],
              "components": [{"/": "/menu/*"}]
            }]
          }
        }
        ## Halves of the two forms.
        {
          "applinks": {
            "apps": [],
            "details": [{
              "appIDs": ["Q7R2T9W4ZK.test.bakery.app"],
              "paths": ["/menu/*"]
            }]
          }
        }
        ## A dictionary of apps.
        {
          "applinks": {
            "apps": [],
            "details": ⟦warning details-legacy-dictionary⟧{
              "Q7R2T9W4ZK.test.bakery.app": {"paths": ["/menu/*", ⟦error rule-unreachable⟧"NOT /menu/secret"]}
            }
          }
        }
        ## A misspelt key.
        {
          "applinks": {
            "apps": [],
            ⟦error details-missing⟧"detail": [{"appID": "Q7R2T9W4ZK.test.bakery.app", "paths": ["*"]}]
          }
        }
        ## Services without their object.
        {
          "applinks": {
            "details": [{"appIDs": ["Q7R2T9W4ZK.test.bakery.app"], "components": [{"/": "/menu/*"}]}]
          },
          "webcredentials": ⟦error service-malformed⟧["Q7R2T9W4ZK.test.bakery.app"],
          "appclips": {"apps": ⟦error service-malformed⟧"Q7R2T9W4ZK.test.bakery.app.Clip"}
        }
        ## An app in two entries.
        {
          "applinks": {
            "apps": [],
            "details": [
              {"appID": "Q7R2T9W4ZK.test.bakery.app", "paths": ["/menu/*"]},
              {"appID": ⟦warning app-id-duplicate⟧"Q7R2T9W4ZK.test.bakery.app", "paths": ["/shop/*"]}
            ]
          }
        }
        ## URLs instead of paths.
        {
          "applinks": {
            "apps": [],
            "details": [
              {"appID": "Q7R2T9W4ZK.test.bakery.app", "paths": [⟦error rule-misses-links⟧"https://bakery.test/menu/*", "/shop/*"]}
            ]
          }
        }
        ## A condition on the query that is none.
        {
          "applinks": {
            "details": [{
              "appIDs": ["Q7R2T9W4ZK.test.bakery.app"],
              "components": [
                {"/": "/menu", "?": {"cake": ⟦error rule-widened⟧7, "icing": "?*"}},
                ⟦error rule-malformed⟧"/shop/*"
              ]
            }]
          }
        }
        ## Entries without an app, and without rules.
        {
          "applinks": {
            "apps": [],
            "details": [
              ⟦error app-id-missing⟧{"paths": ["/menu/*"]},
              ⟦warning detail-rules-missing⟧{"appID": "Q7R2T9W4ZK.test.bakery.app"}
            ]
          }
        }
        ## Nothing wrong: all services.
        {
          "applinks": {
            "details": [{
              "appIDs": ["Q7R2T9W4ZK.test.bakery.app", "Q7R2T9W4ZK.test.bakery.beta"],
              "components": [
                {"#": "no_app", "exclude": true, "comment": "stays in the browser"},
                {"/": "/menu/*", "?": {"cake": "?*"}},
                {"/": "/shop/$(town)/*", "caseSensitive": false}
              ]
            }],
            "substitutionVariables": {"town": ["Oslo", "Roma"]}
          },
          "webcredentials": {"apps": ["Q7R2T9W4ZK.test.bakery.app"]},
          "activitycontinuation": {"apps": ["Q7R2T9W4ZK.test.bakery.app"]},
          "appclips": {"apps": ["Q7R2T9W4ZK.test.bakery.app.Clip"]}
        }
        ## Nothing wrong: passwords alone.
        {"webcredentials": {"apps": ["Q7R2T9W4ZK.test.bakery.app"]}}
        """#
}

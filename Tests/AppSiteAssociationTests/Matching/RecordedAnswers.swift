/// Answers of Apple's own tool, `swcutil`, on macOS 27.0 (26A5388g).
///
/// They were recorded by two public projects: sergii-ziborov/blazingly-aasa (`conformance/`, in September 2026) and
/// st-tech/universal-links-test (`tests/node.test.ts`). Only what was asked and what was answered is taken from there.
extension AnsweredFile {
    static let recorded = list(
        #"""
        A star stands for any text, none and slashes included, and slashes at the end do not count.
        {"/": "/buy/*"}
        match: /buy/ /buy/42/x /buy /buy/42 /buy//  no_match: /buyer /bu
        A question mark asks for a character, so that nothing is not enough.
        {"/": "/a/?*"}
        match: /a/b  no_match: /a/
        The host has to be that of the file; its letter case does not count.
        {"/": "/*"}
        match: https://EXAMPLE.COM/x  no_match: https://evil.test/anything
        The slash before a star at the end is optional.
        {"/": "/a/b/*"}
        match: /a/b
        A star without a slash before it may stand for nothing.
        {"/": "/buy*"}
        match: /buy
        Slashes inside a pattern are never optional.
        {"/": "/a/*/c"}
        no_match: /a/c
        An escaped slash is no slash.
        {"/": "/a/b"}
        no_match: /a%2Fb
        A pattern covers the path from end to end; its first slash may be left out.
        {"/": "abc"}
        match: /abc  no_match: /abcd /xabc
        A star in the first place needs no slash before it.
        {"/": "*abc"}
        match: /xabc
        Slashes in a row count as one, in patterns too.
        {"/": "//abc"}
        match: /abc
        The first slash may be left out of longer paths, too.
        {"/": "a/b"}
        match: /a/b
        Slashes at the end do not count: on the pattern's side.
        {"/": "/buy/"}
        match: /buy// /buy
        Slashes at the end do not count: on the URL's side.
        {"/": "/buy"}
        match: /buy/
        A URL without a path is that of the home page.
        {"/": "/"}
        match: (none) /
        A question mark is one character.
        {"/": "/id/????"}
        match: /id/4815  no_match: /id/481
        A string is compared with the query as a whole.
        {"?": "a=1"}
        match: /x?a=1  no_match: /x?a=1&b=2 /x
        Query items that are not named do not matter.
        {"?": {"a": "1"}}
        match: /x?a=1&b=2  no_match: /x?b=2
        A star accepts an item that is absent.
        {"?": {"a": "1", "b": "*"}}
        match: /x?a=1
        A value that is no string voids the condition on the query: true.
        {"?": {"flag": true}}
        match: /x?flag=1
        A question mark and a star demand that the item is there with a value.
        {"?": {"b": "?*"}}
        no_match: /x?a=1
        An absent item is compared as an empty value, which a star accepts.
        {"?": {"b": "*"}}
        match: /x /x?a=1
        Every occurrence of an item has to fit.
        {"?": {"id": "42"}}
        no_match: /x?id=42&id=7 /x?id=7&id=42 /x?id=7&id=42&id=9
        A value that is no string voids the condition on the query: false.
        {"?": {"flag": false}}
        match: /x?flag=1
        A value that is no string voids the condition on the query: null.
        {"?": {"n": null}}
        match: /x?n=5
        A star accepts every occurrence.
        {"?": {"id": "*"}}
        match: /x?id=7&id=42
        Occurrences are not joined from the last to the first.
        {"?": {"id": "42,7"}}
        no_match: /x?id=42&id=7
        An empty pattern does not fit items that have values.
        {"?": {"id": ""}}
        no_match: /x?id=7&id=42
        Each occurrence has a value, so each of them fits.
        {"?": {"id": "?*"}}
        match: /x?id=7&id=42 /x?id=42&id=7
        One value that is no string voids the strings beside it.
        {"?": {"a": "1", "flag": true}}
        match: /x?a=2
        A value that is no string voids the condition on the query: an object.
        {"?": {"a": {"b": "1"}}}
        match: /x?a=2
        An empty string stands for no query.
        {"?": ""}
        match: /x
        An empty pattern accepts an item that is absent.
        {"?": {"b": ""}}
        match: /x?a=1
        An absent item does not fit a text.
        {"?": {"b": "1"}}
        no_match: /x?a=1
        An item without an equals sign has an empty value.
        {"?": {"flag": ""}}
        match: /x?flag
        Occurrences that are alike all fit.
        {"?": {"id": "7"}}
        match: /x?id=7&id=7
        Occurrences are not joined from the first to the last.
        {"?": {"id": "7,42"}}
        no_match: /x?id=7&id=42
        A star accepts a query that is absent.
        {"?": "*"}
        match: /x
        A question mark and a star demand a query.
        {"?": "?*"}
        no_match: /x
        A part that is not named is not looked at.
        {"#": "promo"}
        match: /a/b?c=d#promo
        A star accepts a fragment that is absent.
        {"#": "*"}
        match: /x /bar
        An empty pattern stands for no fragment.
        {"#": ""}
        match: /x
        A question mark and a star demand a fragment.
        {"#": "?*"}
        no_match: /x
        Letter case counts unless the file says otherwise.
        {"/": "/Help/*"}
        no_match: /help/1
        Paths are compared as they are written, escapes included.
        {"/": "/a%20b"}
        match: /a%20b
        With percentEncoded off, the path of the URL is decoded first.
        {"/": "/a b", "percentEncoded": false}
        match: /a%20b
        An escaped slash is one when the URL is decoded.
        {"/": "/a/b", "percentEncoded": false}
        match: /a%2Fb
        The letters in an escape count by case, too.
        {"/": "/caf%C3%A9"}
        no_match: /caf%c3%a9
        Other scripts match when the URL is decoded.
        {"/": "/café", "percentEncoded": false}
        match: /caf%C3%A9
        Other scripts do not match a URL as it is written.
        {"/": "/café"}
        no_match: /caf%C3%A9
        A space in a pattern never equals an escape.
        {"/": "/a b"}
        no_match: /a%20b
        Only the URL is decoded, not the pattern.
        {"/": "/a%20b", "percentEncoded": false}
        no_match: /a%20b
        With caseSensitive off, letter case does not count.
        {"/": "/search/*", "caseSensitive": false}
        match: /SEARCH/
        An unknown key takes nothing away from the rest of a component.
        {"/": "/foo/*", "totallyUnknownKey": "x"}
        no_match: /bar
        An empty component fits every URL.
        {}
        match: /anything /anything?x=1#y
        An unknown key may hold anything.
        {"/": "/foo/*", "future": {"a": "b"}}
        match: /foo/1
        All parts have to fit.
        {"/": "abc", "?": "def", "#": "*"}
        match: /abc?def  no_match: /abc
        A component of unknown keys alone is an empty one.
        {"totallyUnknownKey": "x"}
        match: /anything
        Defaults can hold a path, which narrows all components.
        {"applinks": {"defaults": {"/": "/foo/*"}, "details": [{"appIDs": ["APP"], "components": [{"#": "*"}]}]}}
        match: /foo/1  no_match: /bar
        Defaults beside the components narrow them as well.
        {"applinks": {"details": [{"appIDs": ["APP"], "defaults": {"/": "/foo/*"}, "components": [{"#": "*"}]}]}}
        no_match: /bar
        Defaults can make an exclusion of every component.
        {"applinks": {"defaults": {"exclude": true}, "details": [{"appIDs": ["APP"], "components": [{"#": "*"}]}]}}
        exclude: /bar
        Defaults can let letter case go.
        {"applinks": {"defaults": {"caseSensitive": false}, "details": [{"appIDs": ["APP"], "components": [{"/": "/foo"}]}]}}
        match: /FOO
        Defaults can make an exclusion of a rule with a path.
        {"applinks": {"defaults": {"exclude": true}, "details": [{"appIDs": ["APP"], "components": [{"/": "/x"}]}]}}
        exclude: /x
        A variable stands for one of its values, and never for its own name.
        {"applinks": {"substitutionVariables": {"food": ["burrito", "pizza", "sushi", "samosa"]}, "details": [{"appIDs": ["APP"], "components": [{"/": "/$(lang)_$(region)/$(food)/"}]}]}}
        match: /en_US/pizza/  no_match: /en_US/tacos/ /en_US/$(food)/
        A digit is 0 to 9.
        {"/": "/id/$(digit)"}
        match: /id/7  no_match: /id/x
        A letter is none of the digits.
        {"/": "/id/$(alpha)"}
        match: /id/q  no_match: /id/7
        A capital is accepted as one.
        {"/": "/id/$(upper)"}
        match: /id/Q
        A capital is no small letter.
        {"/": "/id/$(lower)"}
        no_match: /id/Q
        Letters and digits are accepted, punctuation is not.
        {"/": "/id/$(alnum)"}
        match: /id/7  no_match: /id/-
        A star in the value of a variable is still a star.
        {"applinks": {"substitutionVariables": {"kind": ["a*z"]}, "details": [{"appIDs": ["APP"], "components": [{"/": "/$(kind)/x"}]}]}}
        match: /abcz/x
        Codes of languages and regions have to exist.
        {"applinks": {"substitutionVariables": {"food": ["pizza", "burrito"]}, "details": [{"appIDs": ["APP"], "components": [{"/": "/$(lang)_$(region)/$(food)/"}]}]}}
        match: /en_US/pizza/  no_match: /en_US/tacos/ /qq_ZZ/pizza/
        The code of the United Kingdom is GB.
        {"/": "/$(region)/x"}
        match: /GB/x  no_match: /UK/x
        A class of characters stands for one character.
        {"/": "/$(digit)"}
        match: /7
        A small letter is no capital.
        {"/": "/$(upper)"}
        no_match: /q
        A small letter is as good as a capital when case does not count.
        {"/": "/$(upper)", "caseSensitive": false}
        match: /q
        In `paths`, NOT and a space make an exclusion.
        {"applinks": {"apps": [], "details": [{"appID": "APP", "paths": ["NOT /wwdc/internal/*", "/wwdc/*"]}]}}
        exclude: /wwdc/internal/notes /wwdc/internal/a
        A plain entry of `paths` opens what is below it.
        {"applinks": {"apps": [], "details": [{"appID": "APP", "paths": ["/wwdc/*"]}]}}
        match: /wwdc/2015
        The first rule that fits decides; a component holds only when all of its parts do.
        {"#": "no_universal_links", "exclude": true}, {"/": "/buy/*"}, {"/": "/help/website/*", "exclude": true}, {"/": "/help/*", "?": {"articleNumber": "????"}}
        match: /buy/42 /help/123?articleNumber=4815  no_match: /help/123?articleNumber=481 /help/123?articleNumber=48159 /help/123 /elsewhere  exclude: /buy/42#no_universal_links /help/website/faq?articleNumber=4815
        Other services say nothing about links.
        {"webcredentials": {"apps": ["APP"]}}
        no_match: /x
        An exclusion takes effect before a wider rule.
        {"/": "/a/private/*", "exclude": true}, {"/": "/a/*"}
        match: /a/public  exclude: /a/private/x
        An exclusion after a wider rule is never reached.
        {"/": "/a/*"}, {"/": "/a/private/*", "exclude": true}
        match: /a/private/x
        An empty list of components fits nothing.
        {"applinks": {"details": [{"appIDs": ["APP"], "components": []}]}}
        no_match: /x
        An empty list of appIDs hides the appID beside it.
        {"applinks": {"details": [{"appIDs": [], "appID": "APP", "components": [{"/": "/x"}]}]}}
        no_match: /x
        """#)
}

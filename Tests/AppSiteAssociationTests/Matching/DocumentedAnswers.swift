/// Answers from Apple's documents, and answers that follow from them and from the recorded answers.
extension AnsweredFile {
    /// TN3155, “Debugging universal links”; WWDC 2019, “What’s New in Universal Links”; for `paths` the archived App Search
    /// Programming Guide, “Support Universal Links”.
    static let documented = list(
        #"""
        A lone star is the whole site.
        {"/": "*"}
        match: /anything/at/all
        What is below a folder includes the folder.
        {"/": "/test/*"}
        match: /test
        The folder is included here, too.
        {"/": "/login/*"}
        match: /login
        Where there are components, `paths` is for the systems that know nothing else.
        {"applinks": {"details": [{"appID": "APP", "paths": ["/p"], "components": [{"/": "/c"}]}]}}
        match: /c  no_match: /p
        `paths` is about paths alone, in its order.
        {"applinks": {"apps": [], "details": [{"appID": "APP", "paths": ["/wwdc/news/", "NOT /videos/wwdc/2010/*", "/videos/wwdc/201?/*"]}]}}
        match: /wwdc/news /videos/wwdc/2015/509 /videos/wwdc/2015/509?x=1#y  no_match: /videos/wwdc/2020/1  exclude: /videos/wwdc/2010/101
        Wildcards of `paths` can stand anywhere.
        {"applinks": {"apps": [], "details": [{"appID": "APP", "paths": ["/foo/*/bar/201?/mypage"]}]}}
        match: /foo/a/bar/2014/mypage
        A lone star in `paths` is the whole site.
        {"applinks": {"apps": [], "details": [{"appID": "APP", "paths": ["*"]}]}}
        match: /x/y
        An exclusion of what is below a folder covers the folder.
        {"/": "/path/1/*", "exclude": true}, {"/": "/path/*"}
        exclude: /path/1
        """#)

    /// Answers that no source states explicitly.
    static let derived = list(
        #"""
        A star between slashes takes one folder or several.
        {"/": "/a/*/c"}
        match: /a/b/c /a/x/y/c
        A lone slash is the home page, not the site.
        {"/": "/"}
        no_match: /home
        Four question marks are no more than four characters.
        {"/": "/id/????"}
        no_match: /id/48159
        A question mark needs a character of its own.
        {"/": "/foo?"}
        no_match: /foo
        Before a star at the end, the question mark takes the slash that is added to the URL.
        {"/": "/help?*"}
        match: /help
        A question mark stands for one digit, not for the rest of the number.
        {"/": "/books/1?"}
        match: /books/12  no_match: /books/123
        A key in the wrong letter case is an unknown one.
        {"/": "/foo/*", "casesensitive": false}
        no_match: /FOO/1
        A class of characters does not stand for two.
        {"/": "/$(digit)"}
        no_match: /77
        Without its space, NOT is text.
        {"applinks": {"apps": [], "details": [{"appID": "APP", "paths": ["NOT/private/*", "/*"]}]}}
        match: /private/x
        In `paths`, too, an exclusion after a wider rule is never reached.
        {"applinks": {"apps": [], "details": [{"appID": "APP", "paths": ["/*", "NOT /private/*"]}]}}
        match: /private/x
        """#)
}

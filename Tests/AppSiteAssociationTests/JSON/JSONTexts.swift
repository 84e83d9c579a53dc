@testable import AppSiteAssociation

/// Texts that a reader must accept and texts that it must reject, in the spirit of the public conformance suites.
enum JSONTexts {
    static let accepted: [String] = [
        // Any value may be the outermost one.
        "null", "true", "false", "0", "-0", "42", "-1", "0.5", "\"\"", "\"a\"", "[]", "{}", " [] ", "\n1\n",
        "\t\"x\"\r\n",
        "\r[]", "[]\n", " 1 ",
        // Arrays.
        "[1]", "[1,2]", "[ 1 , 2 ]", "[[]]", "[[],[]]", "[[[[[]]]]]", "[null]", "[null,1,\"1\",{}]", "[1\n]",
        "[ \"\" ]",
        "[[]   ]", "[\n\n\n]", "[false,true]", "[[1,[2,[3]]],{}]",
        // Objects.
        "{\"a\":1}", "{ \"a\" : 1 }", "{\"a\":1,\"b\":2}", "{\"\":0}", "{\"a\":{}}", "{\"a\":[]}", "{\"a\":null}",
        "{\"a\":\"b\",\"a\":\"c\"}", "{\"a\":\"b\",\"a\":\"b\"}", "{\"a\\u0000b\":42}", "{\"\\u0061\":1}",
        "{\n\"a\": \"b\"\n}", "{\"a\":{\"b\":{\"c\":[{}]}}}", "{\"/\":1,\"?\":{\"a\":\"b\"},\"#\":2}",
        "{\"min\":-1.0e+28,\"max\":1.0e+28}",
        // Numbers.
        "[0]", "[-0]", "[-1]", "[123]", "[1.5]", "[-1.5]", "[0.0]", "[0e1]", "[0e+1]", "[0E1]", "[0E+1]", "[1e5]",
        "[1E5]", "[1e+5]", "[1e-5]", "[1.25e3]", "[1.25E-03]", "[123.456e78]", "[-0.000000000000000000000000000001]",
        "[1e000]", "[100000000000000000000000]", "[1E400]", "[-1e-400]", "[20e1]", "[1.0]", "[ 4]",
        "[-237462374673276894279832749832423479823246327846]",
        // Strings.
        "[\"\\u0000\"]", "[\"\\u001f\"]", "[\"\\\"\"]", "[\"\\\\\"]", "[\"\\/\"]", "[\"\\b\\f\\n\\r\\t\"]",
        "[\"\\u00e9\"]", "[\"\\u00E9\"]", "[\"é\"]", "[\"日本語\"]", "[\"😀\"]", "[\"\\uD83D\\uDE00\"]",
        "[\"\u{7F}\"]", "[\"\u{80}\"]", "[\"\u{2028}\"]", "[\"\u{2029}\"]", "[\"\u{FEFF}\"]", "[\"\u{FFFF}\"]",
        "[\"\u{10FFFF}\"]", "[\"\u{1FFFF}\"]", "[\"/* no comment */\"]", "[\"// no comment\"]", "[\"a,b:c]d}e\"]",
        "[\"\\\\u0000\"]", "[\"\\\\n\"]", "[\"\\\\a\"]", "[\"\\u005C\"]", "[\"\\u0022\"]", "[\"\\u200B\"]",
        "[\"\\uFDD0\"]", "[\"\\uFFFE\"]", "[\" \"]", "[\"new\\u000Aline\"]", "[\"“curly”\"]", "[\"\\uD800\"]",
        "[\"\\uDC00x\"]", "[\"\\uA66D\"]", "[\"⍂㈴⍂\"]", "[\"asd \"]", "\"\u{E000}\"", "[\"e\u{301}\"]",
        // Depth.
        String(repeating: "[", count: 512) + String(repeating: "]", count: 512),
        String(repeating: "{\"a\":", count: 511) + "{}" + String(repeating: "}", count: 511),
    ]

    static let rejected: [(String, JSONReadError.Kind)] = [
        // Empty or incomplete texts.
        ("", .empty), (" ", .empty), ("\n\t\r ", .empty), ("[", .unexpectedEnd), ("{", .unexpectedEnd),
        ("[1", .unexpectedEnd), ("[1,", .unexpectedEnd), ("{\"a\"", .unexpectedEnd), ("{\"a\":", .unexpectedEnd),
        ("{\"a\":1", .unexpectedEnd), ("{\"a\":1,", .unexpectedEnd), ("[[", .unexpectedEnd), ("[{", .unexpectedEnd),
        ("[\"a\"", .unexpectedEnd), ("[\"a\",\n4\n,1,", .unexpectedEnd), ("[{\"\":[{\"\":", .unexpectedEnd),
        ("[{}", .unexpectedEnd), ("[false", .unexpectedEnd), ("{\"a\":[]", .unexpectedEnd),
        // Commas.
        ("[1,]", .trailingComma), ("[1 , \n]", .trailingComma), ("{\"a\":1,}", .trailingComma),
        ("[\"\",]", .trailingComma),
        ("{\"a\":1,\n}", .trailingComma), ("[[],]", .trailingComma), ("[,]", .extraComma), ("[,1]", .extraComma),
        ("[1,,2]", .extraComma), ("[1,,]", .extraComma), ("{,}", .extraComma), ("{\"a\":1,,\"b\":2}", .extraComma),
        ("{\"a\":1,,}", .extraComma), (",", .extraComma), ("[1 2]", .missingComma), ("[\"a\" \"b\"]", .missingComma),
        ("[1 true]", .missingComma), ("{\"a\":1 \"b\":2}", .missingComma), ("[{} {}]", .missingComma),
        ("[3[4]]", .missingComma), ("[\"a\" -1]", .missingComma), ("{\"a\":\"b\" c}", .missingComma),
        ("[\"\"},1]", .mismatchedBracket), ("[1,\n1\n,1", .unexpectedEnd),
        // Colons and keys.
        ("{\"a\" 1}", .missingColon), ("{\"a\",1}", .missingColon), ("{\"a\"}", .missingColon),
        ("{\"a\"=1}", .missingColon),
        ("{\"a\"::1}", .unexpectedCharacter), ("{:1}", .unexpectedCharacter), ("{a:1}", .unquotedKey),
        ("{1:1}", .unquotedKey),
        ("{null:null}", .unquotedKey), ("{'a':1}", .singleQuote), ("{\"a\":1,b:2}", .unquotedKey),
        ("{[1]:2}", .missingKey),
        ("{{}:1}", .missingKey), ("{\"a\":}", .missingValue), ("{\"a\":,\"b\":1}", .extraComma),
        ("{\"a\":1 :2}", .unexpectedCharacter),
        ("[\"a\":1]", .unexpectedCharacter), ("{\"a\":\"b\"", .unexpectedEnd), ("{\"a\":1]", .mismatchedBracket),
        ("{9999E9999:1}", .unquotedKey), ("{“a”:1}", .typographicQuote), ("{🇨🇭}", .unquotedKey),
        ("{]", .mismatchedBracket),
        // Brackets.
        ("[1}", .mismatchedBracket), ("[}", .mismatchedBracket), ("]", .missingValue), ("}", .missingValue),
        ("[1]]", .extraBracket), ("{}}", .extraBracket), ("[]]", .extraBracket), ("{\"a\":[1}}", .mismatchedBracket),
        ("[(1)]", .unexpectedCharacter), ("<1>", .html), ("[<null>]", .unexpectedCharacter),
        // Words.
        ("tru", .notJSON), ("nul", .notJSON), ("fals", .notJSON), ("TRUE", .unknownWord),
        ("True", .unknownWord),
        ("None", .unknownWord), ("[undefined]", .unknownWord), ("[nil]", .unknownWord), ("truee", .notJSON),
        ("[nulll]", .unquotedText), ("[truefalse]", .unquotedText), ("abc", .notJSON), ("[a]", .unquotedText),
        ("{\"a\":b}", .unquotedText), ("[true_]", .unquotedText), ("[fals]", .unquotedText), ("å", .notJSON),
        // Numbers.
        ("01", .invalidNumber), ("-01", .invalidNumber), ("[012]", .invalidNumber), ("[-]", .invalidNumber),
        ("-", .invalidNumber),
        ("[+1]", .invalidNumber), ("[.5]", .invalidNumber), ("[1.]", .invalidNumber), ("[-.5]", .invalidNumber),
        ("[2.e3]", .invalidNumber),
        ("[0.e1]", .invalidNumber), ("[1e]", .invalidNumber), ("[1e+]", .invalidNumber), ("[1E-]", .invalidNumber),
        ("[1eE2]", .invalidNumber), ("[0x1F]", .invalidNumber), ("[1a]", .invalidNumber), ("[1.2.3]", .invalidNumber),
        ("[1_000]", .invalidNumber), ("[--1]", .invalidNumber), ("[-foo]", .invalidNumber), ("[0.3e]", .invalidNumber),
        ("[1 000.0]", .missingComma), ("[1+2]", .invalidNumber), ("[1e1e1]", .invalidNumber), ("[- 1]", .invalidNumber),
        ("[-2.]", .invalidNumber), ("[9.e+]", .invalidNumber), ("[NaN]", .notANumber), ("[-NaN]", .invalidNumber),
        ("[Infinity]", .notANumber), ("[-Infinity]", .notANumber), ("[Inf]", .notANumber), ("[１]", .unquotedText),
        ("[0x]", .invalidNumber), ("[1ea]", .invalidNumber), ("[.-1]", .invalidNumber),
        ("[1.8011670033376514H-308]", .invalidNumber),
        ("[++1234]", .invalidNumber), ("-a", .invalidNumber), ("[00]", .invalidNumber), ("[-0x1]", .invalidNumber),
        // Strings.
        ("\"", .unterminatedString), ("\"a", .unterminatedString), ("[\"a]", .unterminatedString),
        ("[\"\\", .unterminatedString),
        ("[\"\\\"", .unterminatedString), ("[\"a\nb\"]", .unterminatedString), ("[\"a\r\nb\"]", .unterminatedString),
        ("[\"\t\"]", .controlCharacter), ("[\"\u{0}\"]", .controlCharacter), ("[\"\u{1F}\"]", .controlCharacter),
        ("[\"\u{8}\"]", .controlCharacter), ("[\"\\x00\"]", .invalidEscape), ("[\"\\a\"]", .invalidEscape),
        ("[\"\\ \"]", .invalidEscape),
        ("[\"\\'\"]", .invalidEscape), ("[\"\\u\"]", .invalidEscape), ("[\"\\u00\"]", .invalidEscape),
        ("[\"\\u00A\"]", .invalidEscape),
        ("[\"\\uXYZW\"]", .invalidEscape), ("[\"\\U0041\"]", .invalidEscape), ("[\"\\\t\"]", .invalidEscape),
        ("[\"\\😀\"]", .invalidEscape),
        ("[\"\\\u{0}\"]", .invalidEscape), ("[\"\\uD834\\uDd\"]", .invalidEscape), ("[\"\\uD800\\u\"]", .invalidEscape),
        ("[\"\\uD800\\u1x\"]", .invalidEscape), ("[\"\\u 123\"]", .invalidEscape), ("['a']", .singleQuote),
        ("[`a`]", .singleQuote),
        ("'a'", .singleQuote), ("[“a”]", .typographicQuote), ("[„a“]", .typographicQuote), ("[«a»]", .typographicQuote),
        ("[\\n]", .unexpectedCharacter),
        ("[\\u0020\"a\"]", .unexpectedCharacter), ("[\"a\"”]", .typographicQuote), ("[\"\\0\"]", .invalidEscape),
        // Comments.
        ("[1] // x", .comment), ("/* x */ []", .comment), ("[1, /* x */ 2]", .comment), ("{\"a\":1 // x\n}", .comment),
        ("{/**/\"a\":1}", .comment), ("# x\n[]", .comment), ("{\"a\"/**/:1}", .comment), ("[]/", .textAfterDocument),
        ("{\"a\":/*x*/1}", .comment), ("[1,#\n2]", .comment),
        // More than one document, and invisible characters.
        ("[][]", .secondDocument), ("{} {}", .secondDocument), ("{}\n[]", .secondDocument), ("1 2", .textAfterDocument),
        ("{}x", .textAfterDocument), ("[];", .textAfterDocument), ("null,", .textAfterDocument),
        ("\"a\"\"b\"", .secondDocument),
        ("{\"a\":true} \"x\"", .secondDocument), ("[\u{A0}]", .invisibleCharacter), ("\u{2060}[]", .invisibleCharacter),
        ("[]\u{A0}", .invisibleCharacter), ("[\u{C}]", .invisibleCharacter), ("\u{B}1", .invisibleCharacter),
        ("[1\u{85}]", .invisibleCharacter),
        ("{\u{200B}\"a\":1}", .invisibleCharacter), ("{\"a\"\u{FEFF}:1}", .invisibleCharacter),
        ("[\u{0}]", .invisibleCharacter),
        ("[1]\u{0}\u{1}", .invisibleCharacter), ("[\u{3000}1]", .invisibleCharacter),
        ("[\u{2028}]", .invisibleCharacter),
        // Other formats than JSON.
        ("<!DOCTYPE html><html></html>", .html), ("\n <html>", .html), ("-----BEGIN PKCS7-----\n", .pem),
        ("*", .notJSON),
        ("@", .notJSON), ("{*", .unexpectedCharacter), ("[*", .unexpectedCharacter),
        ("bplist00", .otherFormat),
        ("key=value", .notJSON), ("= 1", .notJSON), ("&lt;", .notJSON), ("Put the file here", .notJSON),
        ("import { a } from './b'\nexport default a", .javaScript), ("// c\n/* d */ export const a = {}", .javaScript),
        ("module.exports = {}", .javaScript), ("const a = { applinks: {} };", .javaScript),
        ("<?php\necho json_encode([]);", .php), ("---\nlayout: null\n---\n{\"applinks\": {}}", .template),
        ("{% load static %}{}", .template), ("{{ file | jsonify }}", .template), ("<%= to_json %>", .template),
        ("{\\rtf1\\ansi {\"a\": 1}}", .rtf), ("\n{\\rtf1", .rtf),
        // Members without braces.
        ("\"applinks\": {}", .missingBraces), ("applinks: {}", .missingBraces), ("applinks : {}", .missingBraces),
        // A typographic quotation mark from a word processor at the end of a string.
        ("{\"a\": \"b”, \"c\": 1}", .typographicQuote), ("{\"a”: 1, \"b\": 2}", .typographicQuote),
        ("[\"a”]", .typographicQuote),
        ("{\"a\": \"b”\n}", .typographicQuote), ("[\"say “a” b\n\"]", .unterminatedString),
        ("---\na: 1", .invalidNumber),
        // Depth.
        (String(repeating: "[", count: 513) + String(repeating: "]", count: 513), .tooDeep),
        (String(repeating: "{\"a\":", count: 513), .tooDeep),
        (String(repeating: "[{\"\":", count: 50_000), .tooDeep),
        (String(repeating: "[", count: 131_072), .tooDeep),
    ]

    static let rejectedBytes: [([UInt8], JSONReadError.Kind)] = [
        // Not UTF-8 in a string: a continuation byte alone, overlong forms, surrogates, over U+10FFFF, cut off, Latin-1.
        (quoted([0x80]), .invalidUTF8), (quoted([0xC0, 0xAF]), .invalidUTF8), (quoted([0xC1, 0xBF]), .invalidUTF8),
        (quoted([0xE0, 0x80, 0xAF]), .invalidUTF8), (quoted([0xE0, 0x9F, 0xBF]), .invalidUTF8),
        (quoted([0xED, 0xA0, 0x80]), .invalidUTF8), (quoted([0xED, 0xBF, 0xBF]), .invalidUTF8),
        (quoted([0xF0, 0x80, 0x80, 0x80]), .invalidUTF8), (quoted([0xF0, 0x8F, 0xBF, 0xBF]), .invalidUTF8),
        (quoted([0xF4, 0x90, 0x80, 0x80]), .invalidUTF8), (quoted([0xF5, 0x80, 0x80, 0x80]), .invalidUTF8),
        (quoted([0xFC, 0x80, 0x80, 0x80, 0x80, 0x80]), .invalidUTF8), (quoted([0xFF]), .invalidUTF8),
        (quoted([0xFE]), .invalidUTF8),
        (quoted([0xC3]), .invalidUTF8), (quoted([0xE2, 0x82]), .invalidUTF8),
        (quoted([0xF0, 0x9F, 0x98]), .invalidUTF8),
        (quoted([0x63, 0x61, 0x66, 0xE9]), .invalidUTF8), (quoted([0xE9, 0x20]), .invalidUTF8),
        ([0x5B, 0x22, 0xE2, 0x82], .invalidUTF8), ([0x22, 0xC3], .invalidUTF8),
        // Not UTF-8 outside of strings.
        ([0x5B, 0xFF, 0x5D], .invalidUTF8), ([0x5B, 0x31, 0xE5, 0x5D], .invalidUTF8),
        ([0x7B, 0xE9, 0x7D], .invalidUTF8),
        ([0x5B, 0x5D, 0xA0], .invalidUTF8), ([0xE5], .invalidUTF8),
        ([0x5B, 0x31, 0x65, 0x31, 0xE5, 0x5D], .invalidUTF8),
        ([0x7B, 0x22, 0x61, 0x22, 0xE9, 0x3A, 0x31, 0x7D], .invalidUTF8),
        // Byte order marks: alone, cut off, twice; and other encodings.
        ([0xEF, 0xBB, 0xBF], .empty), ([0xEF, 0xBB, 0x7B, 0x7D], .invalidUTF8),
        ([0xEF, 0xBB, 0xBF, 0xEF, 0xBB, 0xBF, 0x7B, 0x7D], .invisibleCharacter),
        ([0xFF, 0xFE, 0x7B, 0x00, 0x7D, 0x00], .wrongEncoding), ([0xFE, 0xFF, 0x00, 0x7B, 0x00, 0x7D], .wrongEncoding),
        ([0x7B, 0x00, 0x7D, 0x00], .wrongEncoding), ([0x00, 0x7B, 0x00, 0x7D], .wrongEncoding),
        // DER, gzip.
        ([0x30, 0x82, 0x0B, 0xF4, 0x06, 0x09], .signedFile), ([0x1F, 0x8B, 0x08, 0x00], .compressed),
    ]

    private static func quoted(_ content: [UInt8]) -> [UInt8] { [0x5B, 0x22] + content + [0x22, 0x5D] }
}

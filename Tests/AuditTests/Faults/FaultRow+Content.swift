import Findings
import TestSupport

@testable import Audit

extension FaultRow {
    static let bodies: [FaultRow] = [
        .answer("128,000 bytes", .sized(128_000), .pass),
        .answer("128,001 bytes", .sized(128_001), .warn, [.fileSizeNearLimit]),
        .answer("131,072 bytes", .sized(131_072), .warn, [.fileSizeNearLimit]),
        .answer("131,073 bytes", .sized(131_073), .fail, [.fileOversized]),
        .answer("300 KiB", .sized(300 * 1_024), .fail, [.fileOversized]),
        .answer("300 KiB in chunks", .sized(300 * 1_024, .chunked(1_000)), .fail, [.fileOversized]),
        .answer("without end", .endlessBody(), .fail, [.fileOversized]),
        .answer("without end, in chunks", .endlessBody(.chunked(1_000)), .fail, [.fileOversized]),
        .answer("a length of a tebibyte", .endlessBody(.length), .fail, [.fileOversized]),
        .answer("length too large", .lengthTooLarge(), .fail, [.bodyTruncated]),
        .answer("length too large, reset", .lengthTooLarge(ending: .reset), .fail, [.bodyTruncated]),
        .answer("length too small", .lengthTooSmall, .fail, [.jsonInvalid]),
        .answer("length negative", .length("-5"), .fail, [.httpMalformed]),
        .answer("chunks", .chunked(extensions: true, trailer: true), .pass),
        .answer("broken chunk size", .brokenChunkSize, .fail, [.httpMalformed]),
        .answer("negative chunk size", .negativeChunkSize, .fail, [.httpMalformed]),
        .answer("huge chunk size", .hugeChunkSize, .fail, [.httpMalformed]),
        .answer("truncated chunk", .truncatedChunk, .fail, [.bodyTruncated]),
        .answer("cut chunk", .cutChunk, .fail, [.bodyTruncated]),
        .answer("missing last chunk", .missingLastChunk, .fail, [.bodyTruncated]),
        .answer("endless chunk extension", .endlessChunkExtension, .fail, [.httpMalformed]),
        .answer("endless trailers", .endlessTrailer, .fail, [.httpMalformed]),
        .answer("endless key updates", .endlessKeyUpdates, .fail, [.httpMalformed]),
        .answer("silent after the header", .stallAfterHeader, .unreachable, [.timeout], timeout: FaultRow.silence),
        .answer("silent in the body", .stallInBody, .unreachable, [.timeout], timeout: FaultRow.silence),
        .answer(
            "a dripping body", .dripBody(every: .milliseconds(300)), .unreachable, [.timeout],
            timeout: FaultRow.silence),
        .answer("reset in the body", .endInBody(.reset), .fail, [.bodyTruncated]),
        .answer("closed after the file", .fileThenEnd(), .pass),
        .answer("closed and said so", .fileAndClose, .pass),
    ]

    static let codings: [FaultRow] = [
        .answer("gzip", .gzip, .pass),
        .answer("x-gzip", .xGzip, .pass),
        .answer("deflate", .deflate, .pass),
        .answer("raw deflate", .rawDeflate, .pass),
        .answer("identity", .identity, .pass),
        .answer("brotli", .brotli, .pass),
        .answer("zstd, not asked for", .zstandard, .fail, [.contentEncodingBroken]),
        .answer("a gzip bomb", .gzipBomb(16 << 20), .fail, [.fileOversized]),
        .answer("corrupt gzip", .gzipCorrupt, .fail, [.contentEncodingBroken]),
        .answer("wrong checksum", .gzipWrongChecksum, .fail, [.contentEncodingBroken]),
        .answer("gzip that is none", .gzipNotAtAll, .fail, [.contentEncodingBroken]),
        .answer("gzip twice", .gzipTwice, .fail, [.contentEncodingBroken]),
        .answer(
            "gzip three times, in three fields",
            .stacked(String(repeating: "Content-Encoding: gzip\r\n", count: 3), layers: 3), .fail,
            [.contentEncodingBroken]),
        .answer(
            "gzip twice, for the transfer", .stacked("Transfer-Encoding: gzip, gzip\r\n", layers: 2), .fail,
            [.contentEncodingBroken]),
        .answer(
            "gzip in both fields", .stacked("Content-Encoding: gzip\r\nTransfer-Encoding: gzip\r\n", layers: 2), .fail,
            [.contentEncodingBroken]),
        .answer("gzip for the transfer", .stacked("Transfer-Encoding: gzip\r\n", layers: 1), .pass),
        .answer("gzip without end and content", .endlessEmptyBlocks, .fail, [.httpMalformed]),
        .answer("gzip undeclared", .gzipUndeclared, .fail, [.contentEncodingBroken]),
        .answer("gzip twice, declared once", .gzipTwiceDeclaredOnce, .fail, [.contentEncodingBroken]),
        .answer("corrupt brotli", .brotliCorrupt, .fail, [.contentEncodingBroken]),
        .answer("unknown coding", .unknownCoding, .fail, [.contentEncodingBroken]),
        .answer("twenty codings", .manyCodings, .fail, [.contentEncodingBroken]),
    ]

    static let contents: [FaultRow] = [
        .answer("no media type", .mediaType(nil), .pass, infos: [.contentTypeMissing]),
        .answer("empty media type", .mediaType(""), .pass, infos: [.contentTypeMissing]),
        .answer("JSON with charset", .mediaType("Application/JSON; charset=UTF-8"), .pass),
        .answer("octet-stream", .mediaType("application/octet-stream"), .pass, infos: [.contentTypeGeneric]),
        .answer("binary/octet-stream", .mediaType("binary/octet-stream"), .pass, infos: [.contentTypeGeneric]),
        .answer("text/plain", .mediaType("text/plain"), .warn, [.contentTypeWrong]),
        .answer("text/html over JSON", .mediaType("text/html"), .warn, [.contentTypeWrong]),
        .answer("text/json", .mediaType("text/json"), .warn, [.contentTypeWrong]),
        .answer("junk as media type", .mediaType(";;;\u{1B}[31m"), .warn, [.contentTypeWrong]),
        .answer("empty", .empty, .fail, [.fileEmpty]),
        .answer("a page", .page, .fail, [.htmlInsteadOfFile]),
        .answer("a page as JSON", .pageAsJSON, .fail, [.htmlInsteadOfFile]),
        .answer("byte order mark", .byteOrderMark, .warn, [.encodingBOM]),
        .answer("UTF-16", .utf16(), .fail, [.encodingNotUTF8]),
        .answer("UTF-16 without mark", .utf16(bigEndian: true, mark: false), .fail, [.encodingNotUTF8]),
        .answer("Latin-1", .latin1, .fail, [.encodingNotUTF8]),
        .answer("broken JSON", .brokenJSON, .fail, [.jsonInvalid]),
        .answer("an array", .arrayJSON, .fail, [.jsonNotObject]),
        .answer("no service", .noService, .fail, [.serviceNone]),
        .answer("too deep", .deepJSON(600), .fail, [.jsonTooDeep]),
        .answer("hostile strings", .hostileJSON, .fail, [.jsonInvalid]),
        .answer("white space", .whiteSpace, .fail, [.jsonInvalid]),
    ]
}

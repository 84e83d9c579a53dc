import Testing

@testable import AppSiteAssociation

/// Lines, columns, offsets and pointers of values.
@Suite struct JSONPositionTests {
    @Test func everyValueHasItsPosition() throws {
        let document = try JSONDocument(
            text: "{\n  \"é\": [1,\r\n    {\"a/b~c\": true}],\r  \"😀x\": null, \"last\": \"😀\", \"n\": 7\n}")
        let root = document.root
        func place(_ value: JSONValue?) throws -> String {
            let value = try #require(value)
            return "\(value.position.line):\(value.position.column) \(value.pointer) \(value.text.prefix(5))"
        }
        #expect(try place(root) == "1:1  {\n  \"")
        #expect(try place(root["é"]) == "2:8 /é [1,\r\n ")
        #expect(try place(root["é"]?[0]) == "2:9 /é/0 1")
        #expect(try place(root["é"]?[1]?["a/b~c"]) == "3:15 /é/1/a~1b~0c true")
        #expect(try place(root["😀x"]) == "4:9 /😀x null")
        #expect(try place(root["last"]) == "4:23 /last \"😀\"")
        #expect(try place(root["n"]) == "4:33 /n 7")
        let key = try #require(root["n"]?.member?.key)
        #expect(try place(key) == "4:28 /n \"n\"")
        #expect(key.parent == root)
    }

    @Test func positionsAreRightFarIntoALineOfManyBytes() throws {
        let filler = String(repeating: "\"é😀\",", count: 5_000)
        let document = try JSONDocument(text: "[\(filler)1]")
        let last = try #require(document.root.elements?.reversed().first)
        #expect(last.position.column == 5_000 * 5 + 2)
        #expect(last.position.offset == filler.utf8.count + 1)
        #expect(last.pointer.description == "/5000")
    }

    @Test func positionsOfAnEncodedTextAreThoseOfItsCharacters() throws {
        for encoding in [JSONEncoding.utf16LittleEndian, .utf16BigEndian, .utf32LittleEndian, .utf32BigEndian] {
            let bytes = EncodedTexts.bytes(of: "{\n \"é\": 5}", as: encoding, mark: false)
            let document = try JSONReading(bytes).result.get()
            #expect(document.root["é"]?.position == JSONPosition(line: 2, column: 7, offset: 9))
        }
    }

    @Test func duplicatesAndOrderAreKept() throws {
        let root = try JSONDocument(text: #"{"b":1,"a":2,"b":3,"\u0062":4,"a\u0301":5,"á":6}"#).root
        let members = try #require(root.members)
        #expect(members.map(\.name.unicodeScalars.count) == [1, 1, 1, 1, 2, 1])
        #expect(members.map(\.value.text) == ["1", "2", "3", "4", "5", "6"])
        #expect(members.effective.map(\.value.text) == ["2", "4", "5", "6"])
        #expect(root["b"]?.text == "4")
        #expect(root["á"]?.text == "6")
        #expect(root["a\u{301}"]?.text == "5")
        #expect(root["c"] == nil)
    }

    @Test func accessorsAnswerOnlyForTheirKind() throws {
        let root = try JSONDocument(text: #"[null,true,1,"s",[],{}]"#).root
        let values = try #require(root.elements.map(Array.init))
        #expect(values.map(\.kind) == [.null, .boolean, .number, .string, .array, .object])
        #expect(values.map(\.isNull) == [true, false, false, false, false, false])
        #expect(values.map(\.boolean) == [nil, true, nil, nil, nil, nil])
        #expect(values.map { $0.double != nil } == [false, false, true, false, false, false])
        #expect(values.map(\.string) == [nil, nil, nil, "s", nil, nil])
        #expect(values.map { $0.elements != nil } == [false, false, false, false, true, false])
        #expect(values.map { $0.members != nil } == [false, false, false, false, false, true])
        #expect(root[6] == nil && root[-1] == nil && root["a"] == nil && values[0][0] == nil)
        #expect(values.map(\.kind.described) == ["null", "a boolean", "a number", "a string", "an array", "an object"])
    }
}

import Audit
import Foundation
import Testing

/// Databases keep observations as JSON for months: its keys stay what they were.
struct StoredObservationTests {
    private static func roundTrip<Value: Codable>(_ type: Value.Type, _ json: String) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return String(
            decoding: try encoder.encode(JSONDecoder().decode(type, from: Data(json.utf8))), as: UTF8.self)
    }

    @Test func aTargetHasThePartsOfItsDomainAsMembers() throws {
        let json = #"""
            {"columns":[{"name":"a","value":"b"}],"displayHost":"münchen.example","host":"xn--mnchen-3ya.example",\#
            "input":"münchen.example:8443","notes":["n"],"owner":"o","port":8443,"tags":["t"],"team":"w"}
            """#
        let target = try JSONDecoder().decode(Target.self, from: Data(json.utf8))
        #expect(
            target.domain
                == DomainID(host: "xn--mnchen-3ya.example", displayHost: "münchen.example", port: 8443))
        #expect(try Self.roundTrip(Target.self, json) == json)
    }

    @Test func aLocationKeepsHowManyOtherDomainsWereUnanswered() throws {
        let json = #"{"attempts":1,"silentNeighbours":3,"url":"u"}"#
        let location = try JSONDecoder().decode(LocationObservation.self, from: Data(json.utf8))
        #expect(location.otherDomainsUnanswered == 3)
        #expect(try Self.roundTrip(LocationObservation.self, json) == json)
    }

    @Test func furtherLooksHaveTheirLocationsAsMembers() throws {
        let location = #"{"attempts":1,"url":"u"}"#
        let look = #"{"root":\#(location),"wellKnown":\#(location)}"#
        #expect(try Self.roundTrip(FurtherLook.self, look) == look)
        let addresses = #"{"looks":[{"address":"192.0.2.1","look":{"wellKnown":\#(location)}}],"omitted":2}"#
        #expect(try Self.roundTrip(AddressLooks.self, addresses) == addresses)
        let agent = #"{"userAgent":"AASA-Bot\/1.0.0","wellKnown":\#(location)}"#
        #expect(try Self.roundTrip(UserAgentLook.self, agent) == agent)
    }
}

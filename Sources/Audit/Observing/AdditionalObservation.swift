/// The observation of both locations in an additional check: an unverified fetch, another address, or another name.
///
/// A class, so that the asynchronous stack frames of domains without additional checks reserve only a pointer.
public final class AdditionalObservation: Sendable {
    let wellKnown: LocationObservation
    /// `nil` if it was not requested, because the well-known location exists.
    let root: LocationObservation?

    init(wellKnown: LocationObservation, root: LocationObservation? = nil) {
        self.wellKnown = wellKnown
        self.root = root
    }
}

/// The observations at all addresses of a name except the one that served the domain's first request.
package struct AddressObservations: Sendable {
    struct Entry: Sendable {
        var address: String
        var observation: AdditionalObservation
    }

    /// One observation for each requested address, in the order of DNS.
    var entries: [Entry] = []
    /// The number of addresses beyond the maximum, which were not requested.
    var omittedCount = 0
}

/// A user agent of Apple's systems.
enum AppleUserAgent: String, Hashable, Sendable, CaseIterable {
    /// The fetcher of Apple's CDN. Documented as fetch.user-agent-cdn
    case cdn = "AASA-Bot/1.0.0"
    /// Devices that request the file directly; the numbers are those of one version of iOS 16.
    /// Documented as fetch.user-agent-device
    case device = "swcd (unknown version) CFNetwork/1410.0.3 Darwin/22.6.0"
}

package struct UserAgentObservation: Hashable, Sendable {
    var userAgent: AppleUserAgent
    var wellKnown: LocationObservation
}

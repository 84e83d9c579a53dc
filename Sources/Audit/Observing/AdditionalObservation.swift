/// The observation of both locations in an additional check: without verification, at one of several addresses, or at
/// another name.
public struct AdditionalObservation: Hashable, Sendable {
    /// A kind of additional check that a setting enables.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// Each address of the name.
        case addresses
        /// The same name with or without `www.`.
        case sibling
        /// The responses to Apple's user agents.
        case userAgents
    }

    private struct Locations: Hashable, Sendable {
        var wellKnown: LocationObservation
        var root: LocationObservation?
    }

    /// Kept on the heap: few domains have additional checks, but each one in progress would reserve space for them in
    /// its frames.
    private let locations: Boxed<Locations>

    /// The well-known location.
    public var wellKnown: LocationObservation { locations.value.wellKnown }

    /// The root location; `nil` if it was not requested, because something exists at the well-known one.
    public var root: LocationObservation? { locations.value.root }

    /// Creates an additional observation.
    public init(wellKnown: LocationObservation, root: LocationObservation? = nil) {
        locations = Boxed(Locations(wellKnown: wellKnown, root: root))
    }
}

/// The observations at the addresses of a name that did not serve the domain's first request.
public struct AddressObservations: Hashable, Sendable {
    /// The observation at one address.
    public struct Entry: Hashable, Sendable {
        /// The address.
        public var address: String
        /// The observation at that address.
        public var observation: AdditionalObservation
    }

    /// One observation for each requested address, in the order of DNS.
    public var entries: [Entry] = []
    /// The number of further addresses that were not requested, because there were too many.
    public var omitted = 0
}

/// Both locations as a look beside the usual one saw them: behind a certificate, at one of several addresses, at
/// another name.
public struct FurtherLook: Hashable, Sendable {
    /// A kind of observation that a setting has to enable.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// Each address of the name.
        case addresses
        /// The same name with or without `www.` before it.
        case sibling
        /// The responses to Apple's user agents.
        case userAgents
    }

    private struct Locations: Hashable, Sendable {
        var wellKnown: LocationObservation
        var root: LocationObservation?
    }

    /// Few domains have a look, and each one under way would have room for it in its frames.
    private var locations: Boxed<Locations>

    /// The well-known location.
    public var wellKnown: LocationObservation {
        get { locations.value.wellKnown }
        set { locations = Boxed(Locations(wellKnown: newValue, root: root)) }
    }

    /// The root location; `nil` where it was not asked, because something is at the well-known one.
    public var root: LocationObservation? {
        get { locations.value.root }
        set { locations = Boxed(Locations(wellKnown: wellKnown, root: newValue)) }
    }

    /// Creates a look.
    public init(wellKnown: LocationObservation, root: LocationObservation? = nil) {
        locations = Boxed(Locations(wellKnown: wellKnown, root: root))
    }
}

/// The observations at the addresses of a name that did not answer the domain's first request.
public struct AddressLooks: Hashable, Sendable {
    /// The observation at one of them.
    public struct Look: Hashable, Sendable {
        /// The address.
        public var address: String
        /// The observation at that address.
        public var look: FurtherLook

        /// Creates a look.
        public init(address: String, look: FurtherLook) {
            self.address = address
            self.look = look
        }
    }

    /// One for each address that was asked, in the order of the name system.
    public var looks: [Look]
    /// The number of further addresses that were not asked, because there were too many.
    public var omitted: Int

    /// Creates looks.
    public init(looks: [Look] = [], omitted: Int = 0) {
        self.looks = looks
        self.omitted = omitted
    }
}

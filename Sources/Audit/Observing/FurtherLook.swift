/// Both locations as a look beside the usual one saw them: behind a certificate, at one of several addresses, at
/// another name.
public struct FurtherLook: Hashable, Sendable {
    /// What was looked at, where it takes a setting to have it looked at.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// Each address of the name.
        case addresses
        /// The same name with or without `www.` before it.
        case sibling
        /// What Apple's user agents get.
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

/// What the addresses of a name serve that did not answer the domain's first request.
public struct AddressLooks: Hashable, Sendable {
    /// What one of them serves.
    public struct Look: Hashable, Sendable {
        /// The address.
        public var address: String
        /// What was seen there.
        public var look: FurtherLook

        /// Creates a look.
        public init(address: String, look: FurtherLook) {
            self.address = address
            self.look = look
        }
    }

    /// One for each address that was asked, in the order of the name system.
    public var looks: [Look]
    /// How many further addresses were not asked, because there were too many.
    public var omitted: Int

    /// Creates looks.
    public init(looks: [Look] = [], omitted: Int = 0) {
        self.looks = looks
        self.omitted = omitted
    }
}

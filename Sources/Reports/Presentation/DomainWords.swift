import Basics

/// The words on a domain that several formats share.
enum DomainWords {
    static func size(_ bytes: Int) -> String {
        bytes < 10_000 ? "\(bytes) bytes" : "\(Phrase.number(bytes)) bytes (\((bytes + 512) / 1024) KiB)"
    }

    /// Returns the text in place of an owner: whom to ask, if there is a contact.
    static func unowned(contact: String? = nil) -> String {
        contact.map { "No owner: ask \($0)" } ?? "No owner: assign one"
    }

    /// The place where owners are assigned, to follow ``unowned(contact:)`` without a contact.
    static let ownerPlace = "in the domain list"
}

extension UInt8 {
    /// Whether the byte may be in the host of an address, in lowercase, or in an IPv6 address.
    var isAddressByte: Bool {
        (isHostByte && !(UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self)) || self == UInt8(ascii: ":")
    }
}

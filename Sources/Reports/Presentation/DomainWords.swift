import Basics

/// The words on a domain that several formats share.
enum DomainWords {
    static func size(_ bytes: Int) -> String {
        bytes < 10_000 ? "\(bytes) bytes" : "\(Phrase.number(bytes)) bytes (\((bytes + 512) / 1024) KiB)"
    }

    /// Returns the text in place of an owner: a contact or a role to ask, if one is known.
    static func unowned(ask addressee: String?) -> String {
        addressee.map { "No owner: ask \($0)" } ?? "No owner"
    }
}

extension UInt8 {
    /// Whether the byte may be in the host of an address, in lowercase, or in an IPv6 address.
    var isAddressByte: Bool {
        (isHostByte && !(UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self)) || self == UInt8(ascii: ":")
    }
}

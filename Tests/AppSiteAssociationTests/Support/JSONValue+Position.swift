@testable import AppSiteAssociation

extension JSONValue {
    /// The element of an array at `position`; `nil` outside its bounds, or for any other kind.
    subscript(position: Int) -> JSONValue? {
        guard let elements, elements.indices.contains(position) else { return nil }
        return elements[position]
    }
}

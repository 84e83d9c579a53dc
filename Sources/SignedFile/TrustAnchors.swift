/// The trusted roots for signers: an `X509_STORE`, which lives as long as its owner.
///
/// A value of this type keeps the owner alive, and thereby the store. OpenSSL locks the store itself: any number of
/// threads may use it for verification.
package struct TrustAnchors {
    private let store: OpaquePointer
    private let owner: AnyObject

    /// - Parameters:
    ///   - store: An `X509_STORE` that is not freed before `owner`.
    ///   - owner: The object that frees the store.
    package init(store: OpaquePointer, ownedBy owner: AnyObject) {
        self.store = store
        self.owner = owner
    }

    /// Calls `body` with the store, which must not be retained.
    func withStore<Result>(_ body: (OpaquePointer) -> Result) -> Result {
        withExtendedLifetime(owner) { body(store) }
    }
}

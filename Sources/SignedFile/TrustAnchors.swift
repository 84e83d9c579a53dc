/// The trusted roots that signers are held to: an `X509_STORE`, which lives as long as its owner.
///
/// A value of this type keeps the owner alive, so the store can be used for as long as there is such a value. OpenSSL locks the
/// store itself: any number of threads may verify against it.
package struct TrustAnchors {
    private let store: OpaquePointer
    private let owner: AnyObject

    /// - Parameters:
    ///   - store: an `X509_STORE` that is not freed before `owner` is.
    ///   - owner: who frees the store.
    package init(store: OpaquePointer, ownedBy owner: AnyObject) {
        self.store = store
        self.owner = owner
    }

    /// Lends the store to `body`, which must not keep it.
    func withStore<Result>(_ body: (OpaquePointer) -> Result) -> Result {
        withExtendedLifetime(owner) { body(store) }
    }
}

import Transport

extension Observer {
    /// Performs an unverified fetch after a certificate was not trusted, so that everything else can be judged, too.
    ///
    /// Makes one request over one more connection, and a second request if nothing exists at the well-known location.
    /// The server could be an impostor, so the user's header fields are not sent, nothing is retried, and no redirect
    /// is followed.
    func requestUnverified(_ refused: LocationObservation, _ visit: Visit) async -> AdditionalObservation? {
        guard settings.fetchesUnverified, refused.exchange?.failure?.kind == .certificateRejected else { return nil }
        let wellKnown = await fetchUnverified(Self.wellKnownPath, visit)
        var root: LocationObservation?
        if [404, 410].contains(wellKnown.exchange?.status) { root = await fetchUnverified(Self.rootPath, visit) }
        await hangUp(visit)
        return AdditionalObservation(wellKnown: wellKnown, root: root)
    }

    private func fetchUnverified(_ path: String, _ visit: Visit) async -> LocationObservation {
        var request = request(visit.target.url(path), visit, keepsConnection: true)
        request.sendsUserHeaders = false
        request.verifiesCertificate = false
        return await requestOnce(request, visit)
    }

    func requestOnce(_ request: Request, _ visit: Visit) async -> LocationObservation {
        guard let exchange = await exchange(request, visit) else {
            return LocationObservation(url: request.url.description, skip: .deadline)
        }
        return LocationObservation(url: request.url.description, exchange: exchange, attempts: 1)
    }
}

import Transport

extension Observer {
    /// Looks once more where the certificate was not accepted, without trusting it, so that what is behind is known, too.
    ///
    /// It takes one more connection, one request, and a second one where nothing is at the well-known location. Whoever answers
    /// may be anybody, so the user's header fields are not sent, nothing is tried again, and no redirect is followed.
    func lookBehind(_ refused: LocationObservation, _ root: LocationObservation, _ visit: Visit) async
        -> FurtherLook?
    {
        guard settings.looksBehind, refused.exchange?.failure?.kind == .certificateRejected else { return nil }
        var behind = FurtherLook(wellKnown: await askUntrusted(refused.url, visit))
        if [404, 410].contains(behind.wellKnown.exchange?.status) {
            behind.root = await askUntrusted(root.url, visit)
        }
        await hangUp(visit)
        return behind
    }

    private func askUntrusted(_ url: String, _ visit: Visit) async -> LocationObservation {
        var request = request(url, visit, keepsConnection: true)
        request.sendsUserHeaders = false
        request.verifiesCertificate = false
        guard let exchange = await exchange(request, visit) else {
            return LocationObservation(url: url, skip: .deadline)
        }
        return LocationObservation(url: url, exchange: exchange, attempts: 1)
    }
}

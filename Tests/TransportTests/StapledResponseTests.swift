import TestSupport
import Testing
import Transport

/// The reported status of the OCSP responses that servers staple.
@Suite(.inTurn(minutes: 2))
struct StapledResponseTests {
    @Test(
        arguments: [
            (Staple.good, StapledStatus.good), (.goodDelegated, .good), (.revoked, .revoked), (.unknown, .unknown),
            (.goodForged, .unusable), (.revokedForged, .unusable), (.unknownForged, .unusable),
            (.goodFromServer, .unusable), (.goodOutOfDate, .unusable), (.revokedOutOfDate, .unusable),
            (.goodOtherCertificate, .unusable), (.revokedOtherCertificate, .unusable), (.goodOtherIssuer, .unusable),
            (.oversized, .unusable), (.tryLater, .unusable), (.garbage, .unusable),
        ] as [(Staple, StapledStatus)], [HandshakeFault.only(.tls12), .only(.tls13)])
    func onlyValidResponsesDetermineTheStatus(row: (staple: Staple, status: StapledStatus), handshake: HandshakeFault)
        async throws
    {
        let site = Site(certificate: .stapled(row.staple), handshake: handshake)
        let exchange = try await TransportLab.exchange(with: site)
        #expect(exchange.status == 200)
        #expect(exchange.tls?.stapledStatus == row.status)
    }
}

import Audit
import Deflate
import GRDB
import Reports
import Transport

import struct Foundation.Data
import class Foundation.JSONDecoder

/// The newest observation of each domain, so that it can be judged again when the rules improve.
final class ObservationStorage {
    private let reports: ReportStorage
    private let encoder = JSONLineEncoder()
    private let decoder = JSONDecoder()

    init(reports: ReportStorage) { self.reports = reports }

    /// Stores an observation of `domain` in the place of the one before.
    func store(_ observation: Observation, of domain: Int64, run: Int64, _ db: Database) throws {
        var observation = observation
        var bodies: [Int64?] = []
        try observation.forEachExchange { exchange in
            guard !exchange.body.isEmpty else { return bodies.append(nil) }
            bodies.append(try reports.store(body: exchange.body, sha256: exchange.bodySHA256, db))
            exchange.body = []
        }
        let data = Data(reports.deflater.compress(try encoder.encode(observation)))
        let statement = try db.cachedStatement(sql: Queries.upsertObservation)
        try statement.execute(arguments: [domain, run, data])
        let known = try Row.fetchAll(db.cachedStatement(sql: Queries.observationBodies), arguments: [domain])
        let wanted = bodies.enumerated().compactMap { place, id in id.map { (place, $0) } }
        // The same files as the night before: nothing to write.
        if known.count == wanted.count, zip(known, wanted).allSatisfy({ $0[0] == $1.0 && $0[1] == $1.1 }) { return }
        try db.cachedStatement(sql: Queries.deleteObservationBodies).execute(arguments: [domain])
        for (place, id) in wanted {
            try db.cachedStatement(sql: Queries.insertObservationBody).execute(arguments: [domain, place, id])
        }
    }

    /// The newest observation of `domain`, if it is one of `run`.
    func observation(of domain: Int64, run: Int64, _ db: Database) throws -> Observation? {
        let statement = try db.cachedStatement(sql: Queries.observation)
        guard let data = try Data.fetchOne(statement, arguments: [domain, run]) else { return nil }
        var observation = try decoder.decode(Observation.self, from: Data(reports.inflater.expand(Array(data))))
        var bodies: [Int: Int64] = [:]
        for row in try Row.fetchAll(db.cachedStatement(sql: Queries.observationBodies), arguments: [domain]) {
            bodies[row[0]] = row[1]
        }
        var place = 0
        try observation.forEachExchange { exchange in
            if let id = bodies[place] { exchange.body = try reports.body(id, db) }
            place += 1
        }
        return observation
    }
}

extension Observation {
    /// Goes through all exchanges, always in the same order.
    mutating func forEachExchange(_ body: (inout Exchange) throws -> Void) rethrows {
        for path in [\Observation.wellKnown, \Observation.root] {
            if var exchange = self[keyPath: path].exchange {
                try body(&exchange)
                self[keyPath: path].exchange = exchange
            }
            if var trail = self[keyPath: path].trail {
                for index in trail.exchanges.indices { try body(&trail.exchanges[index]) }
                self[keyPath: path].trail = trail
            }
        }
        for index in jsonSuffixProbes.indices { try body(&jsonSuffixProbes[index]) }
    }
}

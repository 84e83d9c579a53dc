import Synchronization
import Transport

/// Permits for each server address: many domains share one server, which must not be hammered for it.
final class AddressPermits: Sendable {
    /// The permits of one address, and how many hold one or wait: an address without users is forgotten.
    private struct Entry {
        let permits: Permits
        var users: Int
    }

    private let limit: Int
    private let entries = Mutex<[IPAddress: Entry]>([:])

    init(limit: Int) { self.limit = max(1, limit) }

    /// Takes a permit for `address` if one is free.
    func tryAcquire(_ address: IPAddress) -> Bool {
        entries.withLock { entries in
            var entry = entries[address] ?? Entry(permits: Permits(limit), users: 0)
            guard entry.permits.tryAcquire() else { return false }
            entry.users += 1
            entries[address] = entry
            return true
        }
    }

    /// Waits for a permit for `address`; throws when the task is cancelled, and then holds none.
    func acquire(_ address: IPAddress) async throws {
        let permits = entries.withLock { entries in
            var entry = entries[address] ?? Entry(permits: Permits(limit), users: 0)
            entry.users += 1
            entries[address] = entry
            return entry.permits
        }
        do {
            try await permits.acquire()
        } catch {
            leave(address)
            throw error
        }
    }

    /// Gives a permit for `address` back.
    func release(_ address: IPAddress) { leave(address)?.release() }

    /// How many addresses are in use.
    var count: Int { entries.withLock { $0.count } }

    @discardableResult
    private func leave(_ address: IPAddress) -> Permits? {
        entries.withLock { entries in
            guard var entry = entries[address] else { return nil }
            entry.users -= 1
            entries[address] = entry.users == 0 ? nil : entry
            return entry.permits
        }
    }
}

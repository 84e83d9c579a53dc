/// The targets in a list, with the index of the first occurrence of each.
///
/// Names are kept as hashes in many small tables that grow separately, which takes about 15 bytes per target; a
/// dictionary takes 50, and 75 while it grows. In a list of ten million targets, two are confused with a probability of
/// 10⁻⁸. The authors of lists cannot force this, because they do not know the seeds of the hashes.
struct SeenTargets {
    /// A hash table with open addressing and linear probing; at most seven of eight slots are used.
    private struct Table {
        private var keys: [UInt64] = []
        private var indices: [UInt32] = []
        private var count = 0

        /// Returns the index for a known key; for a new key, returns `nil` and inserts `index`.
        mutating func existingIndex(orInsert key: UInt64, at index: UInt32) -> UInt32? {
            if count * 8 >= keys.count * 7 { grow() }
            let slot = slot(of: key)
            if keys[slot] == key { return indices[slot] }
            keys[slot] = key
            indices[slot] = index
            count += 1
            return nil
        }

        /// Returns the slot that contains `key`, or the free slot for it.
        private func slot(of key: UInt64) -> Int {
            // The upper half of the product is a number below the number of slots, without a division.
            var slot = Int(key.multipliedFullWidth(by: UInt64(keys.count)).high)
            while keys[slot] != 0, keys[slot] != key { slot = slot + 1 == keys.count ? 0 : slot + 1 }
            return slot
        }

        private mutating func grow() {
            let old = zip(keys, indices)
            let size = keys.count + max(16, keys.count / 4)
            keys = Array(repeating: 0, count: size)
            indices = Array(repeating: 0, count: size)
            for (key, index) in old where key != 0 {
                let slot = slot(of: key)
                keys[slot] = key
                indices[slot] = index
            }
        }
    }

    private var tables = Array(repeating: Table(), count: 1024)

    /// Returns the index of the first occurrence of `name`; for a new name, returns `nil` and inserts `index`.
    mutating func existingIndex(orInsert name: String, at index: Int) -> Int? {
        var keyHasher = Hasher()
        keyHasher.combine(name)
        var tableHasher = Hasher()
        // The additional value makes the second hash independent of the first.
        tableHasher.combine(1)
        tableHasher.combine(name)
        // Zero marks a free slot. 32 bits suffice for an index: a run with four billion targets would take years.
        let key = max(1, UInt64(bitPattern: Int64(keyHasher.finalize())))
        let table = UInt64(bitPattern: Int64(tableHasher.finalize())) % UInt64(tables.count)
        return tables[Int(table)].existingIndex(orInsert: key, at: UInt32(clamping: index)).map(Int.init)
    }
}

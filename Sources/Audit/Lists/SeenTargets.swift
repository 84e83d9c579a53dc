/// The targets that a list has named, and the index at which each came first.
///
/// It takes about 15 bytes a target, where a dictionary takes 50, and half as many again while it grows: names are kept as hashes,
/// in many small tables of which each grows by itself. Two of ten million targets are taken for the same with a probability of
/// 10⁻⁸; whoever writes a list does not know the seeds.
struct SeenTargets {
    /// Keys by open addressing with linear probing; at most seven of eight slots are taken.
    private struct Table {
        private var keys: [UInt64] = []
        private var indices: [UInt32] = []
        private var count = 0

        /// The index that `key` has; `nil` when it is new and has `index` from now on.
        mutating func insert(_ key: UInt64, at index: UInt32) -> UInt32? {
            if count * 8 >= keys.count * 7 { grow() }
            let slot = slot(of: key)
            if keys[slot] == key { return indices[slot] }
            (keys[slot], indices[slot]) = (key, index)
            count += 1
            return nil
        }

        /// The slot where `key` is, or the free one where it belongs.
        private func slot(of key: UInt64) -> Int {
            var slot = Int(key.multipliedFullWidth(by: UInt64(keys.count)).high)
            while keys[slot] != 0, keys[slot] != key { slot = slot + 1 == keys.count ? 0 : slot + 1 }
            return slot
        }

        private mutating func grow() {
            let old = (keys, indices)
            let size = keys.count + max(16, keys.count / 4)
            keys = Array(repeating: 0, count: size)
            indices = Array(repeating: 0, count: size)
            for (key, index) in zip(old.0, old.1) where key != 0 {
                let slot = slot(of: key)
                (keys[slot], indices[slot]) = (key, index)
            }
        }
    }

    private var tables = Array(repeating: Table(), count: 1024)

    /// The index at which `name` came first; `nil` when it is new and has `index` from now on.
    mutating func insert(_ name: String, at index: Int) -> Int? {
        var hashers = (Hasher(), Hasher())
        hashers.1.combine(1)
        hashers.0.combine(name)
        hashers.1.combine(name)
        // Zero stands for a free slot. No list has four billion targets: the run would take years.
        let key = max(1, UInt64(bitPattern: Int64(hashers.0.finalize())))
        let table = UInt64(bitPattern: Int64(hashers.1.finalize())) % UInt64(tables.count)
        return tables[Int(table)].insert(key, at: UInt32(clamping: index)).map(Int.init)
    }
}

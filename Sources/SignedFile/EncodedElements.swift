/// Iterates over elements in BER (X.690) by their headers only, in linear time and without trusting any length.
struct EncodedElements {
    let bytes: [UInt8]

    struct Header {
        var contentOffset: Int
        /// The length of the content, or `nil` if the content ends with two zero octets.
        var length: Int?
    }

    /// Returns the header at `offset`; `nil` if it is not valid, or its tag is above 30, which envelopes do not use.
    func header(at offset: Int) -> Header? {
        guard offset >= 0, offset + 1 < bytes.count, bytes[offset] & 0x1F != 0x1F else { return nil }
        let lengthOctet = bytes[offset + 1]
        if lengthOctet <= 0x80 {
            return Header(contentOffset: offset + 2, length: lengthOctet == 0x80 ? nil : Int(lengthOctet))
        }
        // The low bits are the number of the following octets that contain the length; at most eight are supported.
        let contentOffset = offset + 2 + Int(lengthOctet & 0x7F)
        guard contentOffset <= offset + 10, contentOffset <= bytes.count else { return nil }
        var length = 0
        for byte in bytes[(offset + 2)..<contentOffset] {
            guard length <= bytes.count else { return nil }
            length = length << 8 | Int(byte)
        }
        return Header(contentOffset: contentOffset, length: length)
    }

    /// Returns the end of the element at `offset`, or `nil` if it is beyond the end of the bytes.
    func end(ofElementAt offset: Int, depth: Int = 0) -> Int? {
        guard let header = header(at: offset) else { return nil }
        if let length = header.length {
            return length <= bytes.count - header.contentOffset ? header.contentOffset + length : nil
        }
        guard depth < 32 else { return nil }
        var next = header.contentOffset
        while !isEnd(of: header, at: next) {
            guard let end = end(ofElementAt: next, depth: depth + 1) else { return nil }
            next = end
        }
        return next + 2
    }

    /// Returns the number of elements directly inside the one at `offset`, at most `limit + 1`; `nil` if one is not valid.
    func count(inElementAt offset: Int, limit: Int) -> Int? {
        guard let header = header(at: offset) else { return nil }
        var count = 0
        var next = header.contentOffset
        while count <= limit, !isEnd(of: header, at: next) {
            guard let following = end(ofElementAt: next) else { return nil }
            next = following
            count += 1
        }
        return count
    }

    private func isEnd(of header: Header, at offset: Int) -> Bool {
        if let length = header.length { return offset >= header.contentOffset + length }
        return offset + 1 < bytes.count && bytes[offset] == 0 && bytes[offset + 1] == 0
    }

    /// Returns the number of digest algorithms of a SignedData (RFC 5652, section 5.1), up to one more than `limit`.
    ///
    /// OpenSSL hashes the content once for each entry, even a repeated one, so the work for a hostile list would be
    /// proportional to the product of the lengths of list and content.
    func digestAlgorithmCount(limit: Int) -> Int? {
        // ContentInfo { contentType, [0] SignedData { version, digestAlgorithms, … } }
        // The end of an element is the start of its successor.
        guard let info = header(at: 0), let wrapper = end(ofElementAt: info.contentOffset),
            let wrapped = header(at: wrapper),
            let signedData = header(at: wrapped.contentOffset),
            let algorithms = end(ofElementAt: signedData.contentOffset)
        else { return nil }
        return count(inElementAt: algorithms, limit: limit)
    }
}

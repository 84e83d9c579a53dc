/// Contents for servers.
public enum Sample {
    /// A correct association file with one app.
    public static let association = """
        {"applinks":{"details":[{"appIDs":["K7QW2XNB5T.net.waldweg.karten"],"components":[{"/":"/karte/*"}]}]}}
        """

    /// Returns a correct file of exactly the given number of bytes, padded with white space.
    public static func association(bytes count: Int) -> [UInt8] {
        let bytes = Array(association.utf8)
        return bytes + Array(repeating: 0x20, count: max(0, count - bytes.count))
    }

    /// A page as sent by a web app for every path.
    public static let page = """
        <!DOCTYPE html>
        <html lang="en"><head><title>Waldweg</title></head><body><div id="app"></div></body></html>
        """
}

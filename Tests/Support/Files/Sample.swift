/// Contents that servers here serve.
public enum Sample {
    /// A correct association file with one app.
    public static let association = """
        {"applinks":{"details":[{"appIDs":["K7QW2XNB5T.net.waldweg.karten"],"components":[{"/":"/karte/*"}]}]}}
        """

    /// A correct file of exactly so many bytes: white space fills it up.
    public static func association(bytes count: Int) -> [UInt8] {
        let bytes = Array(association.utf8)
        return bytes + Array(repeating: 0x20, count: max(0, count - bytes.count))
    }

    /// A page of the kind that a web app sends for every path.
    public static let page = """
        <!DOCTYPE html>
        <html lang="en"><head><title>Waldweg</title></head><body><div id="app"></div></body></html>
        """
}

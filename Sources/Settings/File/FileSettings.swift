/// The settings of a file, as texts that were validated, by keys such as `max_retries`.
///
/// Values can be secrets (header fields, the password of a proxy): they are only passed to the readers of settings.
package typealias FileSettings = [String: [String]]

import Audit
package import History
package import Settings

/// Which runs a command that looks back is about: a database, and one of its estates where one is named.
package struct KeptRuns {
    /// Where the database is.
    package let path: String
    /// The estate; `nil` where none was named.
    package let estate: TargetSetID?

    /// Finds out which runs are meant.
    ///
    /// - Parameters:
    ///   - db: The database of the command line.
    ///   - estate: The estate of the command line.
    ///   - configuration: The configuration whose database and estate are meant where nothing else is said.
    ///   - variables: The environment.
    /// - Throws: `UsageError` where there is no database.
    package init(
        db: String?, estate: String?, _ configuration: Configuration?, variables: [String: String]
    ) throws(UsageError) {
        let sources = SettingSources(variables, file: configuration?.settings ?? FileSettings())
        let table = SettingTable.History.table
        let given = try sources.value(of: table.db, db)
        if let configuration, given == nil, try sources.value(of: table.noDB, nil) {
            let isVariable = try SettingSources(variables).value(of: table.noDB, nil)
            let who = isVariable ? table.noDB.entry.variable : configuration.path
            throw UsageError(
                "\(who) says that no database is kept\(isVariable ? "" : " (no_db)"); name one with --db.")
        }
        guard let path = given ?? HistorySettings.defaultPath(variables) else {
            throw UsageError("Neither XDG_STATE_HOME nor HOME is set; name the database with --db.")
        }
        self.path = path
        let shard = try sources.value(of: SettingTable.Targets.table.shard, nil)
        let name = try sources.value(of: table.estate, estate)
        let ofVariable = try SettingSources(variables).value(of: table.estate, nil)
        let isOfFile = estate == nil && ofVariable == nil
        if let configuration, isOfFile, configuration.namesTargets {
            self.estate = TargetSetID(of: configuration, named: name, shard: shard)
        } else {
            self.estate = name.map { TargetSetID(estate: $0, shard: shard) }
        }
    }
}

import GRDB

/// The schema of the database, as migrations that never change after their release; times are milliseconds since 1970.
enum Schema {
    /// The number of migrations, kept in `PRAGMA user_version`.
    private static let version = 1

    static let migrator: DatabaseMigrator = {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("series", foreignKeyChecks: .immediate) { db in
            try db.execute(sql: tables)
            try db.execute(sql: "PRAGMA user_version = 1")
        }
        return migrator
    }()

    static func check(_ db: Database, path: String) throws {
        let found = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
        if try found > version || migrator.hasBeenSuperseded(db) { throw HistoryError.otherSchema(path: path) }
    }

    /// The tables.
    ///
    /// - `run`: later runs are compared only with settled runs (`settled_at`), whose reports were written and messages
    ///   delivered. A run has one segment for each time it was started or resumed; the results of segments up to
    ///   `reported_segment` are in a message, which may still be pending.
    /// - `result` is stored in the order of runs, so that a run is written and deleted contiguously.
    /// - `finding` has one row for each uninterrupted sequence of results with the finding: `seen_number` is the last of
    ///   them, `previous_number` the last but one, `subject` the expected app or URL.
    /// - `report`: numbers are never reused, because other processes may remember them.
    /// - `message`: stored before it is sent.
    /// - `receiver`: the fingerprint of a team, or empty for the receiver of messages about all domains.
    /// - `outage`: unreachable domains that were reported in messages.
    private static let tables = """
        CREATE TABLE series (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            name TEXT NOT NULL
        ) STRICT;

        CREATE TABLE run (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            name TEXT NOT NULL UNIQUE,
            started_at INTEGER NOT NULL,
            finished_at INTEGER,
            settled_at INTEGER,
            state TEXT NOT NULL CHECK (state IN ('running', 'interrupted', 'complete', 'deleted')),
            is_in_doubt INTEGER NOT NULL DEFAULT 0 CHECK (is_in_doubt IN (0, 1)),
            segment INTEGER NOT NULL DEFAULT 1,
            reported_segment INTEGER NOT NULL DEFAULT 0,
            tool_version TEXT NOT NULL,
            rules_version TEXT NOT NULL,
            options TEXT NOT NULL,
            summary TEXT,
            ending TEXT
        ) STRICT;
        CREATE INDEX run_by_start ON run (started_at);

        CREATE TABLE domain (
            id INTEGER PRIMARY KEY,
            name TEXT NOT NULL,
            port INTEGER NOT NULL,
            display TEXT NOT NULL,
            results INTEGER NOT NULL DEFAULT 0,
            report_id INTEGER,
            UNIQUE (name, port)
        ) STRICT;

        CREATE TABLE body (
            id INTEGER PRIMARY KEY,
            sha256 BLOB NOT NULL UNIQUE,
            size INTEGER NOT NULL,
            data BLOB NOT NULL
        ) STRICT;

        CREATE TABLE report (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            domain_id INTEGER NOT NULL REFERENCES domain (id),
            data BLOB NOT NULL,
            UNIQUE (domain_id, id)
        ) STRICT;

        CREATE TABLE result (
            run_id INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,
            domain_id INTEGER NOT NULL REFERENCES domain (id),
            place INTEGER NOT NULL,
            number INTEGER NOT NULL,
            status INTEGER NOT NULL CHECK (status >= 0),
            fingerprint INTEGER NOT NULL,
            is_partial INTEGER NOT NULL CHECK (is_partial IN (0, 1)),
            errors INTEGER NOT NULL,
            warnings INTEGER NOT NULL,
            report_id INTEGER NOT NULL,
            file_id INTEGER REFERENCES body (id),
            delta BLOB NOT NULL,
            segment INTEGER NOT NULL DEFAULT 1,
            PRIMARY KEY (run_id, domain_id),
            FOREIGN KEY (domain_id, report_id) REFERENCES report (domain_id, id)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX result_of_domain ON result (domain_id, run_id, number, status);
        CREATE INDEX result_in_order ON result (run_id, place);
        CREATE INDEX result_of_file ON result (file_id) WHERE file_id IS NOT NULL;

        CREATE TABLE finding (
            id INTEGER PRIMARY KEY,
            domain_id INTEGER NOT NULL REFERENCES domain (id),
            code TEXT NOT NULL,
            location TEXT NOT NULL,
            pointer TEXT,
            subject TEXT,
            severity TEXT NOT NULL,
            message TEXT NOT NULL,
            is_return INTEGER NOT NULL CHECK (is_return IN (0, 1)),
            is_waived INTEGER NOT NULL DEFAULT 0 CHECK (is_waived IN (0, 1)),
            opened_number INTEGER NOT NULL,
            opened_at INTEGER NOT NULL,
            seen_number INTEGER NOT NULL,
            seen_at INTEGER NOT NULL,
            previous_number INTEGER,
            previous_at INTEGER,
            closed_number INTEGER,
            closed_at INTEGER
        ) STRICT;
        CREATE INDEX finding_of_domain ON finding (domain_id);
        CREATE INDEX finding_closed ON finding (closed_at) WHERE closed_at IS NOT NULL;

        CREATE TABLE alias (
            run_id INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,
            place INTEGER NOT NULL,
            inputs TEXT NOT NULL,
            PRIMARY KEY (run_id, place)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE message (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            run_id INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,
            key TEXT NOT NULL UNIQUE,
            state TEXT NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'delivered', 'refused')),
            notice BLOB NOT NULL
        ) STRICT;
        CREATE INDEX message_of_run ON message (run_id);
        CREATE INDEX message_pending ON message (id) WHERE state = 'pending';

        CREATE TABLE receiver (team TEXT NOT NULL PRIMARY KEY) STRICT, WITHOUT ROWID;

        CREATE TABLE outage (
            domain_id INTEGER PRIMARY KEY REFERENCES domain (id) ON DELETE CASCADE,
            since INTEGER NOT NULL
        ) STRICT;
        """
}

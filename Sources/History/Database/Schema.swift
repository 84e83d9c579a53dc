import GRDB

/// The form of the database: named migrations, each of which is never changed once it was released.
///
/// Moments are milliseconds since 1970 in UTC.
enum Schema {
    /// The number of migrations, kept in `PRAGMA user_version`.
    static let version = 2

    static let migrator: DatabaseMigrator = {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("runs", foreignKeyChecks: .immediate) { db in
            try db.execute(sql: runs)
            try db.execute(sql: "PRAGMA user_version = 1")
        }
        migrator.registerMigration("observations", foreignKeyChecks: .immediate) { db in
            try db.execute(sql: observations)
            try db.execute(sql: "PRAGMA user_version = 2")
        }
        return migrator
    }()

    /// Runs, domains, what each run said of each domain, and findings over time.
    ///
    /// `result` lies in the order of runs, so that a run is written and taken away in one piece; its two indexes serve a
    /// domain's timeline and the order of the input. A finding is one row for each unbroken row of results that have it:
    /// nothing is written for one that is still there. Numbers of reports are never used twice: other processes remember them.
    private static let runs = """
        CREATE TABLE run (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            name TEXT NOT NULL UNIQUE,
            started_at INTEGER NOT NULL,
            finished_at INTEGER,
            state TEXT NOT NULL CHECK (state IN ('running', 'interrupted', 'complete')),
            tool_version TEXT NOT NULL,
            rules_version TEXT NOT NULL,
            options TEXT NOT NULL,
            targets TEXT NOT NULL,
            source TEXT NOT NULL,
            summary TEXT
        ) STRICT;
        CREATE INDEX run_by_targets ON run (targets, state);
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
            status INTEGER NOT NULL CHECK (status BETWEEN 0 AND 4),
            likeness INTEGER NOT NULL,
            is_partial INTEGER NOT NULL CHECK (is_partial IN (0, 1)),
            errors INTEGER NOT NULL,
            warnings INTEGER NOT NULL,
            report_id INTEGER NOT NULL,
            file_id INTEGER REFERENCES body (id),
            delta BLOB NOT NULL,
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
            severity TEXT NOT NULL,
            message TEXT NOT NULL,
            is_return INTEGER NOT NULL CHECK (is_return IN (0, 1)),
            opened_number INTEGER NOT NULL,
            opened_at INTEGER NOT NULL,
            seen_number INTEGER NOT NULL,
            seen_at INTEGER NOT NULL,
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
        """

    /// The newest observation of each domain, to be judged again; its bodies are in `body`, each once.
    private static let observations = """
        CREATE TABLE observation (
            domain_id INTEGER PRIMARY KEY REFERENCES domain (id),
            run_id INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,
            data BLOB NOT NULL
        ) STRICT;
        CREATE INDEX observation_of_run ON observation (run_id);

        CREATE TABLE observation_body (
            domain_id INTEGER NOT NULL REFERENCES observation (domain_id) ON DELETE CASCADE,
            place INTEGER NOT NULL,
            body_id INTEGER NOT NULL REFERENCES body (id),
            PRIMARY KEY (domain_id, place)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX observation_of_body ON observation_body (body_id);
        """
}

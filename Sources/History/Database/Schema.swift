import GRDB

/// The form of the database: named migrations, each of which is never changed once it was released.
///
/// Moments are milliseconds since 1970 in UTC.
enum Schema {
    /// The number of migrations, kept in `PRAGMA user_version`.
    static let version = 6

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
        migrator.registerMigration("reporting", foreignKeyChecks: .immediate) { db in
            try db.execute(sql: reporting)
            try db.execute(sql: "PRAGMA user_version = 3")
        }
        migrator.registerMigration("statuses", foreignKeyChecks: .immediate) { db in
            try db.execute(sql: statuses)
            try db.execute(sql: "PRAGMA user_version = 4")
        }
        migrator.registerMigration("estates", foreignKeyChecks: .immediate) { db in
            try db.execute(sql: estates)
            try db.execute(sql: "PRAGMA user_version = 5")
        }
        migrator.registerMigration("subjects", foreignKeyChecks: .immediate) { db in
            try db.execute(sql: subjects + doubts + receivers)
            try db.execute(sql: "PRAGMA user_version = 6")
        }
        return migrator
    }()

    /// What makes a database of an earlier form look like one of this form to who only reads it; nothing of it is changed.
    ///
    /// SQLite looks up names among temporary views first: a statement that names an index names `main.run` or `main.result`.
    static func viewsForReading(form: Int) -> String? {
        guard (1..<6).contains(form) else { return nil }
        let subject = "\(subjectOfMessage) AS subject"
        let doubt = "\(isEndingInDoubt) AS is_in_doubt"
        let finding = "CREATE TEMP VIEW finding AS SELECT *, \(subject) FROM main.finding;"
        guard form < 5 else { return "CREATE TEMP VIEW run AS SELECT *, \(doubt) FROM main.run; \(finding)" }
        let estate = "\(estateOfSource) AS estate"
        let baseline = "CREATE TEMP VIEW baseline AS \(firstSettled);"
        guard form < 3 else {
            return "CREATE TEMP VIEW run AS SELECT *, \(estate), \(doubt) FROM main.run; \(baseline) \(finding)"
        }
        return """
            CREATE TEMP VIEW run AS
            SELECT *, CASE state WHEN 'complete' THEN finished_at END AS settled_at, NULL AS baseline_id, 1 AS part,
                0 AS reported_part, NULL AS ending, 0 AS is_in_doubt, \(estate)
            FROM main.run;
            CREATE TEMP VIEW result AS SELECT *, 1 AS part FROM main.result;
            CREATE TEMP VIEW finding AS SELECT *, 0 AS is_waived, \(subject) FROM main.finding;
            \(baseline)
            """
    }

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

    /// Results of any status: the first form of the table allowed no more than there were at the time.
    private static let statuses = """
        CREATE TABLE any_result (
            run_id INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,
            domain_id INTEGER NOT NULL REFERENCES domain (id),
            place INTEGER NOT NULL,
            number INTEGER NOT NULL,
            status INTEGER NOT NULL CHECK (status >= 0),
            likeness INTEGER NOT NULL,
            is_partial INTEGER NOT NULL CHECK (is_partial IN (0, 1)),
            errors INTEGER NOT NULL,
            warnings INTEGER NOT NULL,
            report_id INTEGER NOT NULL,
            file_id INTEGER REFERENCES body (id),
            delta BLOB NOT NULL,
            part INTEGER NOT NULL DEFAULT 1,
            PRIMARY KEY (run_id, domain_id),
            FOREIGN KEY (domain_id, report_id) REFERENCES report (domain_id, id)
        ) STRICT, WITHOUT ROWID;
        INSERT INTO any_result SELECT run_id, domain_id, place, number, status, likeness, is_partial, errors, warnings,
            report_id, file_id, delta, part FROM result;
        DROP TABLE result;
        ALTER TABLE any_result RENAME TO result;
        CREATE INDEX result_of_domain ON result (domain_id, run_id, number, status);
        CREATE INDEX result_in_order ON result (run_id, place);
        CREATE INDEX result_of_file ON result (file_id) WHERE file_id IS NOT NULL;
        """

    /// Which estate a run is of: NULL for a run of domains that somebody named for once.
    ///
    /// `baseline` keeps when the first settled run of a list of targets began, also when that run is deleted.
    private static let estates = """
        ALTER TABLE run ADD COLUMN estate TEXT;
        UPDATE run SET estate = \(estateOfSource);

        CREATE TABLE baseline (
            targets TEXT NOT NULL PRIMARY KEY,
            since INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        INSERT INTO baseline \(firstSettled);
        """

    /// The beginning of the first settled run of each list of targets.
    private static let firstSettled =
        "SELECT targets, min(started_at) AS since FROM run WHERE settled_at IS NOT NULL AND targets <> '' GROUP BY targets"

    /// What runs of earlier versions are of: lists and configurations are paths from the root.
    private static let estateOfSource =
        "CASE WHEN source LIKE '/%' OR source LIKE 'the standard input%' THEN source END"

    /// What a finding is about, where its code and place do not tell: the app or the URL that is expected.
    private static let subjects = """
        ALTER TABLE finding ADD COLUMN subject TEXT;
        UPDATE finding SET subject = \(subjectOfMessage)
        WHERE code IN ('expected-app-missing', 'expected-url-does-not-open', 'expected-url-opens');
        """

    /// What messages of earlier versions began with; NULL where that was cut, or where it is not as it was in the file.
    private static let subjectOfMessage = """
        CASE
        WHEN message NOT LIKE '“%' OR message LIKE '%…”%' OR instr(message, '\\u{') > 0 THEN NULL
        WHEN code = 'expected-app-missing' AND instr(message, '” is expected for ') > 0 THEN
            substr(message, instr(message, '” is expected for ') + 18,
                instr(substr(message, instr(message, '” is expected for ') + 18), ',') - 1)
            || ':' || substr(message, 2, instr(message, '” is expected for ') - 2)
        WHEN code IN ('expected-url-does-not-open', 'expected-url-opens') AND instr(message, '” should ') > 0 THEN
            substr(message, 2, instr(message, '” should ') - 2)
        END
        """

    /// Whether what a run says of single domains is not to be believed.
    private static let doubts = """
        ALTER TABLE run ADD COLUMN is_in_doubt INTEGER NOT NULL DEFAULT 0 CHECK (is_in_doubt IN (0, 1));
        UPDATE run SET is_in_doubt = \(isEndingInDoubt);
        """

    /// What the ending of a run says, by the warnings that there were when this was the newest form.
    private static let isEndingInDoubt = """
        CASE WHEN json_valid(ending) THEN EXISTS (
            SELECT 1 FROM json_each(ending, '$.warnings') AS warning WHERE json_extract(warning.value, '$.code') IN (
                'unreachable-too-many', 'clock-wrong', 'names-not-resolved', 'network-unreachable', 'proxy-unavailable',
                'tls-intercepted', 'authorities-missing', 'rate-limited', 'nothing-checked'))
        ELSE 0 END
        """

    /// Who has been told what is wrong with targets, or would have been had there been anything: the fingerprint of a team, or
    /// nothing for whoever answers for all domains.
    ///
    /// Earlier versions kept messages alone, whose keys are the name of the run, and a dot and the fingerprint for a team.
    private static let receivers = """
        CREATE TABLE receiver (
            targets TEXT NOT NULL,
            team TEXT NOT NULL,
            PRIMARY KEY (targets, team)
        ) STRICT, WITHOUT ROWID;
        INSERT OR IGNORE INTO receiver SELECT message.targets,
            CASE substr(message.key, length(run.name) + 1, 1)
            WHEN '.' THEN substr(message.key, length(run.name) + 2, 16) ELSE '' END
        FROM message JOIN run ON run.id = message.run_id WHERE run.state = 'complete' AND NOT run.is_in_doubt;
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

    /// What was reported of each run, and to whom.
    ///
    /// - `settled_at`: when everything about the run was done: reports written, messages delivered. Runs are compared with
    ///   those, so that a run whose end failed hides nothing from the next one. `baseline_id` is the run it was compared with.
    /// - `part`: a run that is gone on with has several, and each result is of one. `reported_part`: results up to that part
    ///   are in a message, delivered or still in `message`.
    /// - `ending`: why the run was cut off, and what looks wrong with it as a whole.
    /// - `message`: what is to be delivered, stored before it is sent. `sender_id` is the run whose process is at it.
    /// - `outage`: domains of which was reported that they cannot be reached, for each list of targets.
    private static let reporting = """
        ALTER TABLE run ADD COLUMN settled_at INTEGER;
        ALTER TABLE run ADD COLUMN baseline_id INTEGER;
        ALTER TABLE run ADD COLUMN part INTEGER NOT NULL DEFAULT 1;
        ALTER TABLE run ADD COLUMN reported_part INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE run ADD COLUMN ending TEXT;
        ALTER TABLE result ADD COLUMN part INTEGER NOT NULL DEFAULT 1;
        ALTER TABLE finding ADD COLUMN is_waived INTEGER NOT NULL DEFAULT 0 CHECK (is_waived IN (0, 1));
        UPDATE run SET settled_at = finished_at WHERE state = 'complete';

        CREATE TABLE message (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            run_id INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,
            targets TEXT NOT NULL,
            key TEXT NOT NULL UNIQUE,
            state TEXT NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'delivered', 'refused')),
            sender_id INTEGER,
            notice BLOB NOT NULL
        ) STRICT;
        CREATE INDEX message_of_run ON message (run_id);
        CREATE INDEX message_pending ON message (targets, id) WHERE state = 'pending';

        CREATE TABLE outage (
            targets TEXT NOT NULL,
            domain_id INTEGER NOT NULL REFERENCES domain (id) ON DELETE CASCADE,
            since INTEGER NOT NULL,
            PRIMARY KEY (targets, domain_id)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX outage_of_domain ON outage (domain_id);
        """
}

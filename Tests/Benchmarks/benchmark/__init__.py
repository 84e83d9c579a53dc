"""The benchmark of aasa-audit: servers on this machine, clients that ask them, and what they cost."""

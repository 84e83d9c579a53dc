"""The benchmark of aasa-audit: a laboratory on this machine, clients in it, and what they cost."""

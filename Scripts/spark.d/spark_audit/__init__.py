"""Audits names on a cluster of Apache Spark: each partition of them is piped through aasa-audit."""

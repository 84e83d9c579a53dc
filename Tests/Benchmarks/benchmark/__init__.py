"""The benchmark of aasa-audit: local servers, clients that send requests to them, and measurements of their cost."""

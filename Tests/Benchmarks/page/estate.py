#!/usr/bin/env python3
"""Writes an NDJSON report of made-up domains: estate.py COUNT typical|broken > FILE"""

import hashlib
import json
import sys

FILE = """{
  "applinks": {
    "details": [
      {
        "appIDs": ["A1B2C3D4E5.com.acme.app"],
        "components": [{ "/": "/buy/*" }, { "/": "/account/*", "exclude": true }]
      }
    ]
  },
  "webcredentials": { "apps": ["A1B2C3D4E5.com.acme.app"] }
}
"""
SYSTEMS = ["iOS 9.3-12", "iOS 13", "iOS 14+", "iOS 14+ developer mode"]
DAY = "2026-05-01T12:00:00.000Z"


def digest(text):
    return hashlib.sha256(text.encode()).hexdigest()


def location(name, number, root=False, **changes):
    """Returns a location that serves the file, with changes."""
    server = ["nginx/1.24.0", "cloudflare", "Apache/2.4.57 (Debian)", "AmazonS3"][number % 4]
    issuer = "CN=R11,O=Let's Encrypt,C=US"
    return {
        "url": f"https://{name}{'' if root else '/.well-known'}/apple-app-site-association", "outcome": "served",
        "status": 200, "httpVersion": "2", "address": f"203.0.113.{number % 250}",
        "addresses": [f"203.0.113.{number % 250}", "2001:db8::7"], "throughProxy": False, "connectionReused": root,
        "contentType": "application/json", "contentEncoding": None, "bytes": len(FILE), "wireBytes": len(FILE),
        "capped": False, "sha256": digest(FILE),
        "headers": {
            "server": [server], "date": ["Fri, 01 May 2026 12:00:00 GMT"], "content-type": ["application/json"],
            "content-length": [str(len(FILE))], "cache-control": ["max-age=3600"], "etag": [f'"{number:x}-16f"'],
            "strict-transport-security": ["max-age=31536000; includeSubDomains"], "x-request-id": [digest(name)[:32]],
        },
        "redirects": [],
        "tls": {
            "version": "TLSv1.3", "cipher": "TLS_AES_256_GCM_SHA384", "verified": True, "error": None,
            "stapledStatus": None,
            "chain": [
                {"subject": f"CN={name}", "issuer": issuer, "notBefore": "2026-03-30T12:00:00.000Z",
                 "notAfter": f"2026-06-{number % 28 + 1:02}T12:00:00.000Z", "subjectAltNames": [name, f"www.{name}"],
                 "sha256": digest(name), "selfSigned": False},
                {"subject": issuer, "issuer": "CN=ISRG Root X1,O=Internet Security Research Group,C=US",
                 "notBefore": "2024-03-13T00:00:00.000Z", "notAfter": "2027-03-12T23:59:59.000Z",
                 "subjectAltNames": [], "sha256": digest(issuer), "selfSigned": False},
            ],
        },
        "timings": {"dnsMs": 3 + number % 40, "connectMs": 11.5, "tlsMs": 24, "firstByteMs": 18 + number % 170,
                    "totalMs": 60 + number % 240},
        **changes,
    }


def finding(code, severity, message, where="wellKnown", **place):
    return {"code": code, "severity": severity, "location": where, "message": message,
            "impact": "Links to the domain open the browser instead of the app on the systems named above.",
            "remedy": "Ask the web server's administrators to serve the file with status 200 at exactly this address.",
            "evidence": {}, "pointer": None, "line": None, "column": None, **place}


def domain(number, kind):
    """Returns a domain; `kind` is 'well', or the kind of its problem."""
    name = f"{['shop', 'pay', 'news', 'travel', 'music'][number % 5]}-{number}.example"
    well, root = location(name, number), location(name, number, True, outcome="missing", status=404)
    file = {"location": "wellKnown", "signed": False, "services": ["applinks", "webcredentials"],
            "apps": [{"appID": "A1B2C3D4E5.com.acme.app", "services": ["applinks"], "rules": 2}], "text": FILE}
    status, works, because = "pass", [False, True, True, True], ["detail-modern-only"]
    findings = [finding("detail-modern-only", "info", "The detail has no paths: iOS 12 cannot read it.",
                        pointer="/applinks/details/0", line=4, column=7)]
    if kind == "redirect":
        target = f"https://www.{name}/.well-known/apple-app-site-association"
        well.update(outcome="redirected", status=301, redirects=[
            {"status": 301, "from": well["url"], "to": target, "address": well["address"]}])
        status, works, because, file = "fail", [False] * 4, ["redirect"], None
        findings = [finding("redirect", "error", f"{well['url']} redirects (301 Moved Permanently) to {target}.")]
    elif kind == "rule":
        status, because = "fail", ["rule-never-matches"]
        findings.insert(0, finding("rule-never-matches", "error", "The path can never match: there is a blank in it.",
                                   pointer="/applinks/details/0/components/0", line=6, column=24))
    elif kind == "warned":
        status = "warn"
        findings.insert(0, finding("tls-certificate-expiring", "warning", "The certificate expires soon.", "domain"))
    elif kind == "silent":
        for place in (well, root):
            place.update(outcome="failed", status=None, httpVersion=None, headers={}, tls=None, bytes=None,
                         wireBytes=None, sha256=None, contentType=None,
                         error={"kind": "connectTimeout", "phase": "connect", "detail": "Connection timed out"})
        status, works, because, file = "unreachable", [None] * 4, ["connect-timeout"], None
        findings = [finding("connect-timeout", "error", "Nothing answers on port 443 within 10 seconds.", "domain")]
    return {
        "input": name, "domain": name, "displayDomain": name, "port": 443, "owner": None,
        "team": ["Web", "Payments", "Platform", None][number % 4], "tags": ["eu"] if number % 2 else [], "notes": [],
        "status": status, "opensApp": {True: "yes", False: "no", None: "unknown"}[works[2]],
        "verdicts": [{"system": system, "works": answer, "certainty": "unknown" if answer is None else "documented",
                      "because": [] if answer else because}
                     for system, answer in zip(SYSTEMS, works)],
        "locations": {"wellKnown": well, "root": root}, "file": file, "findings": findings,
        "timings": {"startedAt": DAY, "totalMs": 90 + number * 37 % 2100}, "attempts": 1,
    }


def main(count, kind):
    kinds = {"typical": ["redirect", "rule", "warned", "silent"] + ["well"] * 16, "broken": ["redirect", "rule"]}[kind]
    for number in range(count):
        print(json.dumps(domain(number, kinds[number % len(kinds)]), separators=(",", ":")))


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2])

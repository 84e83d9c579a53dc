"""Certificates for the laboratory, made with the openssl command."""

from __future__ import annotations

import subprocess
import time
from dataclasses import dataclass
from pathlib import Path

MADE_ANEW_AFTER_DAYS = 7
SYSTEM_BUNDLES = (
    "/etc/ssl/certs/ca-certificates.crt",
    "/etc/pki/tls/certs/ca-bundle.crt",
    "/etc/ssl/cert.pem",
)


@dataclass(frozen=True)
class Chain:
    """A kind of chain: the keys from the root down, and the names of the leaf."""

    name: str
    keys: tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]
    hosts: tuple[str, ...]


P256 = ("-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256")
P384 = ("-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-384")
RSA4096 = ("-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:4096")

CHAINS = (
    Chain("p256", (P256, P256, P256), ("*.p256.lab.test", "*.h2.lab.test", "*.own.lab.test", "*.slow.lab.test")),
    # As Let's Encrypt's in 2025: root, intermediate, leaf.
    Chain("le", (RSA4096, P384, P256), ("*.le.lab.test",)),
    # Its root is not in the bundle: a client that asks all the same does not verify.
    Chain("untrusted", (P256, P256, P256), ("*.untrusted.lab.test",)),
)
TRUSTED = ("p256", "le")


def openssl(*arguments: str, text: str = "") -> None:
    done = subprocess.run(
        ("openssl", *arguments), input=text.encode(), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False
    )
    if done.returncode != 0:
        raise RuntimeError(f"openssl {' '.join(arguments)}:\n{done.stdout.decode('utf-8', 'replace')}")


def make_chain(folder: Path, chain: Chain) -> None:
    """Makes root, intermediate and leaf; NAME.pem is what a server sends."""
    root, middle, leaf = (folder / f"{chain.name}-{part}" for part in ("root", "middle", "leaf"))
    for path, key in zip((root, middle, leaf), chain.keys):
        openssl("genpkey", *key, "-out", f"{path}.key")
    authority = "basicConstraints=critical,CA:TRUE\nkeyUsage=critical,keyCertSign,cRLSign\nsubjectKeyIdentifier=hash\n"
    hosts = ",".join(f"DNS:{host}" for host in chain.hosts)
    endpoint = (
        "basicConstraints=critical,CA:FALSE\nkeyUsage=critical,digitalSignature\nextendedKeyUsage=serverAuth\n"
        f"subjectKeyIdentifier=hash\nauthorityKeyIdentifier=keyid\nsubjectAltName={hosts}\n"
    )
    for path, signer, subject, extensions, days in (
        (root, None, f"/O=aasa-audit laboratory/CN={chain.name} root", authority, 3650),
        (middle, root, f"/O=aasa-audit laboratory/CN={chain.name} intermediate", authority + "authorityKeyIdentifier=keyid\n", 1825),
        (leaf, middle, f"/CN={chain.hosts[0]}", endpoint, 90),
    ):
        Path(f"{path}.ext").write_text(extensions)
        openssl("req", "-new", "-key", f"{path}.key", "-subj", subject, "-out", f"{path}.csr")
        by = ("-CA", f"{signer}.crt", "-CAkey", f"{signer}.key", "-CAcreateserial") if signer else ("-signkey", f"{path}.key")
        openssl(
            *("x509", "-req", "-in", f"{path}.csr", *by, "-sha256", "-days", str(days)),
            *("-extfile", f"{path}.ext", "-out", f"{path}.crt"),
        )
    sent = Path(f"{leaf}.crt").read_text() + Path(f"{middle}.crt").read_text()
    (folder / f"{chain.name}.pem").write_text(sent)


def make_all(folder: Path) -> Path:
    """Makes what is missing or old; gives the bundle of the system's roots and the laboratory's."""
    bundle, made = folder / "bundle.pem", folder / "chains"
    if (
        bundle.exists()
        and time.time() - bundle.stat().st_mtime < MADE_ANEW_AFTER_DAYS * 86400
        and made.exists()
        and made.read_text() == repr(CHAINS)
    ):
        return bundle
    system = next((Path(path) for path in SYSTEM_BUNDLES if Path(path).exists()), None)
    if system is None:
        raise RuntimeError(f"no bundle of root certificates was found; looked for {', '.join(SYSTEM_BUNDLES)}")
    folder.mkdir(parents=True, exist_ok=True)
    for chain in CHAINS:
        make_chain(folder, chain)
    roots = "".join((folder / f"{name}-root.crt").read_text() for name in TRUSTED)
    made.write_text(repr(CHAINS))
    unfinished = folder / "bundle.new"
    unfinished.write_text(system.read_text() + "\n" + roots)
    unfinished.replace(bundle)
    return bundle

"""Creates certificates for the servers with the openssl command."""

from __future__ import annotations

import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

SYSTEM_BUNDLES = ("/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/cert.pem")
P256 = ("-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256")
P384 = ("-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-384")
RSA4096 = ("-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:4096")
# The keys of root, intermediate and leaf. "le" has the same keys as Let's Encrypt in 2025.
CHAINS = {"p256": (P256, P256, P256), "le": (RSA4096, P384, P256)}
HOSTS = {"p256": ("*.p256.lab.test", "*.none.lab.test"), "le": ("*.le.lab.test",)}
# The number of certificates of one intermediate, so that a client's cache rarely contains a certificate.
LEAVES = 1000
ENDPOINT = (
    "basicConstraints=critical,CA:FALSE\nkeyUsage=critical,digitalSignature\nextendedKeyUsage=serverAuth\n"
    "subjectKeyIdentifier=hash\nauthorityKeyIdentifier=keyid\n"
)


def openssl(*arguments: str) -> None:
    done = subprocess.run(("openssl", *arguments), stdin=subprocess.DEVNULL, capture_output=True, check=False)
    if done.returncode != 0:
        raise RuntimeError(f"openssl {' '.join(arguments)}:\n{done.stderr.decode('utf-8', 'replace')}")


def make_chain(folder: Path, name: str) -> None:
    """Creates root, intermediate and leaf; NAME.pem is the chain that a server sends."""
    root, middle, leaf = (folder / f"{name}-{part}" for part in ("root", "middle", "leaf"))
    authority = "basicConstraints=critical,CA:TRUE\nkeyUsage=critical,keyCertSign,cRLSign\nsubjectKeyIdentifier=hash\n"
    hosts = ",".join(f"DNS:{host}" for host in HOSTS[name])
    endpoint = ENDPOINT + f"subjectAltName={hosts}\n"
    for path, signer, key, extensions in (
        (root, root, CHAINS[name][0], authority),
        (middle, root, CHAINS[name][1], authority + "authorityKeyIdentifier=keyid\n"),
        (leaf, middle, CHAINS[name][2], endpoint),
    ):
        Path(f"{path}.ext").write_text(extensions)
        openssl("genpkey", *key, "-out", f"{path}.key")
        openssl("req", "-new", "-key", f"{path}.key", "-subj", f"/O=laboratory/CN={path.name}", "-out", f"{path}.csr")
        by = ("-CA", f"{signer}.crt", "-CAkey", f"{signer}.key", "-CAcreateserial")
        by = ("-signkey", f"{path}.key") if signer == path else by
        made = ("-days", "90", "-extfile", f"{path}.ext", "-out", f"{path}.crt")
        openssl("x509", "-req", "-in", f"{path}.csr", *by, *made)
    (folder / f"{name}.pem").write_text(Path(f"{leaf}.crt").read_text() + Path(f"{middle}.crt").read_text())


def make_leaves(folder: Path, name: str) -> None:
    """Creates the chains NAME/NUMBER.pem for the hosts *.lNUMBER.…, all with the key of one leaf."""
    leaf, middle, chains = folder / f"{name}-leaf", folder / f"{name}-middle", folder / name
    chains.mkdir(exist_ok=True)

    def make(number: int) -> None:
        path = chains / f"{number}.crt"
        hosts = ",".join(f"DNS:{host.replace('*', f'*.l{number}')}" for host in HOSTS[name])
        path.with_suffix(".ext").write_text(ENDPOINT + f"subjectAltName={hosts}\n")
        by = ("-CA", f"{middle}.crt", "-CAkey", f"{middle}.key", "-set_serial", str(1_000_000 + number))
        made = ("-days", "90", "-extfile", str(path.with_suffix(".ext")), "-out", str(path))
        openssl("x509", "-req", "-in", f"{leaf}.csr", *by, *made)
        path.with_suffix(".pem").write_text(path.read_text() + Path(f"{middle}.crt").read_text())

    with ThreadPoolExecutor() as threads:
        list(threads.map(make, range(LEAVES)))


def make_all(folder: Path) -> Path:
    """Creates all chains; returns a bundle with the roots of the system and of the laboratory."""
    system = next((Path(path) for path in SYSTEM_BUNDLES if Path(path).exists()), None)
    if system is None:
        raise RuntimeError(f"no bundle of root certificates was found; looked for {', '.join(SYSTEM_BUNDLES)}")
    folder.mkdir(parents=True, exist_ok=True)
    for name in CHAINS:
        make_chain(folder, name)
        make_leaves(folder, name)
    bundle = folder / "bundle.pem"
    roots = "".join((folder / f"{name}-root.crt").read_text() for name in CHAINS)
    bundle.write_text(system.read_text() + "\n" + roots)
    return bundle

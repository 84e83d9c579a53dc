"""Creates and signs certificates of any form: a real authority would reject most of them, and the openssl command takes
minutes for keys of 16,384 bits. Here, such a key is the product of many small primes, which clients cannot detect."""

from __future__ import annotations

import base64
import hashlib
import math
import random
import subprocess
from dataclasses import dataclass
from pathlib import Path

SMALL_PRIMES = [number for number in range(3, 2_000, 2) if all(number % divisor for divisor in range(3, number, 2))]


def der(tag: int, *parts: bytes) -> bytes:
    body = b"".join(parts)
    if len(body) < 128:
        return bytes((tag, len(body))) + body
    length = len(body).to_bytes((len(body).bit_length() + 7) // 8, "big")
    return bytes((tag, 0x80 | len(length))) + length + body


def integer(value: int) -> bytes:
    return der(2, value.to_bytes(value.bit_length() // 8 + 1, "big"))


def sequence(*parts: bytes) -> bytes:
    return der(0x30, *parts)


def bits(body: bytes, unused: int = 0) -> bytes:
    return der(3, bytes((unused,)), body)


def oid(text: str) -> bytes:
    numbers = [int(part) for part in text.split(".")]
    encoded = bytes((numbers[0] * 40 + numbers[1],))
    for number in numbers[2:]:
        groups = [number & 0x7F]
        while number := number >> 7:
            groups.append(0x80 | number & 0x7F)
        encoded += bytes(reversed(groups))
    return der(6, encoded)


RSA_KEY, RSA_SHA256 = (sequence(oid(f"1.2.840.113549.1.1.{last}"), der(5)) for last in (1, 11))
SHA256_PREFIX = bytes.fromhex("3031300d060960864801650304020105000420")


def is_prime(number: int) -> bool:
    if any(number % prime == 0 for prime in SMALL_PRIMES):
        return False
    return all(pow(base, number - 1, number) == 1 for base in (2, 3, 5))


def make_prime(bits: int, choice: random.Random) -> int:
    while True:
        # The highest bits are set, so that the product of several primes has the sum of their bits.
        number = choice.getrandbits(bits) | 0xFF << bits - 8 | 1
        if is_prime(number):
            return number


class RSAKey:
    """A private key with so many primes that it can be created quickly."""

    def __init__(self, size: int, exponent: int, choice: random.Random) -> None:
        prime_bits = min(512, size // 2)
        while True:
            self.primes = [make_prime(prime_bits, choice) for _ in range(size // prime_bits)]
            if all(math.gcd(exponent, prime - 1) == 1 for prime in self.primes):
                break
        self.modulus, self.exponent = math.prod(self.primes), exponent
        self.private = [pow(exponent, -1, prime - 1) for prime in self.primes]
        self.subject_key = sequence(RSA_KEY, bits(sequence(integer(self.modulus), integer(exponent))))

    def sign(self, message: bytes) -> bytes:
        """Returns the signature of a message with PKCS #1 1.5 and SHA-256."""
        length = (self.modulus.bit_length() + 7) // 8
        hashed = SHA256_PREFIX + hashlib.sha256(message).digest()
        padded = int.from_bytes(b"\0\1" + b"\xff" * (length - len(hashed) - 3) + b"\0" + hashed, "big")
        result, modulus = 0, 1
        for prime, private in zip(self.primes, self.private):
            step = (pow(padded, private, prime) - result) * pow(modulus, -1, prime) % prime
            result, modulus = result + modulus * step, modulus * prime
        return result.to_bytes(length, "big")


def common_name(text: str) -> bytes:
    return sequence(der(0x31, sequence(oid("2.5.4.3"), der(0x0C, text.encode()))))


def alternative_names(hosts: list[str]) -> bytes:
    return sequence(oid("2.5.29.17"), der(4, sequence(*(der(0x82, host.encode()) for host in hosts))))


AUTHORITY = sequence(oid("2.5.29.19"), der(1, b"\xff"), der(4, sequence(der(1, b"\xff"))))
SERVER = sequence(oid("2.5.29.37"), der(4, sequence(oid("1.3.6.1.5.5.7.3.1"))))


@dataclass
class Authority:
    """A certificate authority; `certificate` is its own certificate."""

    name: str
    key: RSAKey
    certificate: bytes = b""

    def issue(self, subject: str, subject_key: bytes, *extensions: bytes) -> bytes:
        """Returns a certificate for a key, valid from 2025 to 2049."""
        self.serial = getattr(self, "serial", 0) + 1
        validity = sequence(der(0x17, b"250101000000Z"), der(0x17, b"491231000000Z"))
        body = sequence(
            der(0xA0, integer(2)), integer(self.serial + (1 << 64)), RSA_SHA256, common_name(self.name), validity,
            common_name(subject), subject_key, der(0xA3, sequence(*extensions)),
        )  # fmt: skip
        return sequence(body, RSA_SHA256, bits(self.key.sign(body)))

    @staticmethod
    def root(name: str, key: RSAKey) -> Authority:
        root = Authority(name, key)
        root.certificate = root.issue(name, key.subject_key, AUTHORITY)
        return root

    def issue_authority(self, name: str, key: RSAKey) -> Authority:
        return Authority(name, key, self.issue(name, key.subject_key, AUTHORITY))


def pem(*certificates: bytes) -> str:
    return "".join(
        f"-----BEGIN CERTIFICATE-----\n{base64.encodebytes(each).decode()}-----END CERTIFICATE-----\n"
        for each in certificates
    )


class Certificates:
    """All keys and certificates of the servers, in `folder`; the same seed produces the same RSA keys."""

    def __init__(self, folder: Path, choice: random.Random) -> None:
        self.folder, self.choice = folder, choice
        self.root = Authority.root("Hostile Test Root", RSAKey(2048, 65_537, choice))
        self.bundle = folder / "root.pem"
        self.bundle.write_text(pem(self.root.certificate))
        # The key of ordinary servers: it is the cheapest one for both sides.
        self.leaf_key = folder / "leaf.key"
        self.openssl("ecparam", "-name", "prime256v1", "-genkey", "-noout", "-out", str(self.leaf_key))
        self.leaf_subject_key = self.openssl("pkey", "-in", str(self.leaf_key), "-pubout", "-outform", "DER")
        self.server_key = RSAKey(2048, 65_537, choice)

    @staticmethod
    def openssl(*arguments: str) -> bytes:
        return subprocess.run(("openssl", *arguments), check=True, capture_output=True, stdin=subprocess.DEVNULL).stdout

    def leaf(self, *hosts: str) -> bytes:
        """Returns a valid certificate for the key of ordinary servers."""
        return self.root.issue(hosts[0], self.leaf_subject_key, SERVER, alternative_names(list(hosts)))

    def write(self, name: str, *chain: bytes) -> Path:
        """Writes a chain to a file, and returns its path."""
        path = self.folder / f"{name}.pem"
        path.write_text(pem(*chain))
        return path

    def large_key(self, size: int, exponent: int) -> RSAKey:
        return RSAKey(size, exponent, self.choice)

    def exponent_of(self, size: int) -> int:
        """Returns a public exponent of about `size` bits, as a product of small primes, which are found quickly."""
        return math.prod(make_prime(64, self.choice) for _ in range(size // 64))

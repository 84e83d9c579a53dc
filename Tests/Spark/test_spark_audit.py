"""Tests how a Spark job handles keys, crashes, parts without targets and other drivers; needs no Spark.

TEST_PROGRAM is the path of aasa-audit, which assigns names to domains.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import queue
import subprocess
import sys
import tempfile
import threading
import time
import unittest
from decimal import Decimal
from pathlib import Path
from unittest import mock

SPARK = str(Path(__file__).resolve().parents[2] / "Scripts/spark.d")
sys.path.append(SPARK)
from spark_audit.asking import Asking, placed  # noqa: E402
from spark_audit.lease import EXPIRY, Lease  # noqa: E402

SCHEMA = Path(__file__).resolve().parents[2] / "Sources/Reports/Schema/aasa-audit-report.schema.json"
if not os.environ.get("TEST_PROGRAM"):
    sys.exit("error: TEST_PROGRAM must be the path of aasa-audit.")
# A replacement for aasa-audit that can crash; the beginning of a name determines what happens to it.
PROGRAM = """#!/bin/sh
[ "$1" != shard-keys ] || exec "$TEST_PROGRAM" "$@"
[ "$1" = audit ] || exit 0
cd "${0%/*}"; ulimit -c 0; code=64; names=""
read -r header
while IFS=, read -r name rest; do
    names="$names $name"
    case $name in
        excluded*) continue ;;
        crash*) echo $names >>starts; kill -SEGV $$ ;;
        once*) [ -e "$name" ] || { >"$name"; echo $names >>starts; kill -KILL $$; } ;;
        cut*) [ -e "$name" ] || { >"$name"; printf '{"input":"%s"' $name; kill -KILL $$; } ;;
        last*) printf '{"input":"%s"}\\n' $name; echo $names >>starts; kill -SEGV $$ ;;
        exit*) echo $names >>starts; name=${name%%.*}; exit ${name#exit} ;;
        twin*) [ $code -eq 64 ] && code=0; continue ;;
        doubt*) code=4 ;;
    esac
    [ $code -eq 64 ] && code=0
    printf '{"input":"%s"}\\n' $name
done
echo $names >>starts
[ $code -ne 64 ] || echo '{"message":"There is no target in the standard input"}' >&2
exit $code
"""


class Parts(list):
    """The part of an accumulator that a task uses."""

    add = list.extend


class InFolder(unittest.TestCase):
    def setUp(self) -> None:
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = Path(temporary.name)

    def program(self, text: str) -> str:
        """Returns the path of a new program."""
        path = self.folder / "program"
        path.write_text(text)
        path.chmod(0o755)
        return str(path)


class PlacingTests(InFolder):
    def place(self, *names: str, program: str = os.environ["TEST_PROGRAM"]) -> list[tuple]:
        return list(placed(program, ((name, [f"team {position}"], position) for position, name in enumerate(names))))

    def test_names_have_keys_in_any_number_of_batches(self) -> None:
        names = ["https://me:secret@WWW.B\u00fccher.example/x", "a.xn--bcher-kva.example:8443", "not a host", "\u2028\x00\u0085", "[::1]"]
        stored = ["https://***@WWW.B\u00fccher.example/x", *names[1:]]
        keys = ["www.xn--bcher-kva.example", *names[1:]]
        for size in (1, 2, 5, 6):
            with self.subTest(size), mock.patch("spark_audit.asking.BATCH", size):
                rows = self.place(*names)
                self.assertEqual([row[:4] for row in rows], [(n, stored[n], keys[n], [f"team {n}"]) for n in range(5)])
                self.assertEqual(rows[0][4], rows[1][4])
                # As in `--shard 3/16`.
                self.assertEqual(rows[0][4] % 16, Decimal(3))
        self.assertEqual(self.place(), [])

    def test_a_program_that_fails_fails_the_job(self) -> None:
        for end, words in (("exit 64", "ended with 64, and 0 lines for 1 names: no such command"), ("kill -SEGV $$", "ended with -11")):
            program = self.program(f"#!/bin/sh\nulimit -c 0; echo 'no such command' >&2; {end}\n")
            with self.subTest(end), self.assertRaisesRegex(RuntimeError, words):
                self.place("a.example", program=program)

    def test_a_name_that_crashes_the_program_costs_no_other_name_its_key(self) -> None:
        program = self.program(
            '#!/bin/sh\nulimit -c 0; names=$(cat; echo .)\n'
            'case $names in *crash*) kill -SEGV $$ ;; esac\nprintf %s "${names%.}" | "$TEST_PROGRAM" "$@"\n')
        rows = self.place("a.example", "crash.example", "https://me:secret@crash.example", "b.example", program=program)
        keys = ["a.example", "crash.example", "***@crash.example", "b.example"]
        self.assertEqual([row[1:3] for row in rows], [(key, key) for key in keys])

    def test_each_name_needs_an_answer(self) -> None:
        with self.assertRaisesRegex(RuntimeError, "ended with 0, and 3 lines for 2 names"):
            self.place("a.example\nb.example", "c.example")


class AskingTests(InFolder):
    def ask(self, *names: str, program: str = PROGRAM, columns: tuple = (), attributes: tuple = (), **options: bool) -> dict[str, dict]:
        """Returns the lines of the names in part 7, by name."""
        self.empty = Parts()
        asking = Asking(self.program(program), [], "night", self.empty, list(columns), **options)
        with contextlib.redirect_stderr(io.StringIO()):
            rows = list(asking(iter([(7, position, name, list(attributes)) for position, name in enumerate(names)])))
        lines = {}
        for part, position, text in rows:
            line = json.loads(text)
            self.assertEqual((part, names[position]), (7, line["input"]))
            self.assertNotIn(line["input"], lines, "a name has two results")
            lines[line["input"]] = line
        return lines

    def starts(self) -> list[list[str]]:
        """Returns the names with which the program was started each time."""
        return [line.split() for line in (self.folder / "starts").read_text().splitlines()]

    def not_asked(self, lines: dict[str, dict]) -> list[str]:
        return [name for name, line in lines.items() if "notes" in line]

    def test_every_name_is_asked_once(self) -> None:
        names = [f"a{n}.example" for n in range(100)]
        self.assertEqual([*self.ask(*names)], names)
        self.assertEqual((self.starts(), self.empty), ([names], []))

    def test_a_part_whose_names_are_all_excluded_is_empty(self) -> None:
        self.assertEqual(self.ask("excluded1.example", "excluded2.example"), {})
        self.assertEqual(self.empty, [7])

    def test_a_part_with_a_result_is_not_empty(self) -> None:
        names = ["a.example", "excluded.example", "crash.example", "excluded2.example"]
        self.assertEqual([*self.ask(*names)], ["a.example", "crash.example"])
        self.assertEqual(self.empty, [])

    def test_a_part_without_lines_is_not_empty_unless_the_program_says_so(self) -> None:
        self.assertEqual((self.ask("twin.example"), self.empty), ({}, []))

    def test_other_wrong_usage_fails_the_part(self) -> None:
        for code in (3, 64):
            program = f"#!/bin/sh\necho 'error: no such flag' >&2\nexit {code}\n"
            with self.subTest(code), self.assertRaisesRegex(RuntimeError, f"ended with {code}, and 1 names .* no such flag"):
                self.ask("a.example", program=program)

    def test_a_crash_costs_no_other_name_its_result(self) -> None:
        for at in ([0], [50], [99], [10, 11], [0, 40, 99], list(range(40, 50))):
            with self.subTest(at):
                names = [f"{'crash' if n in at else 'a'}{n}.example" for n in range(100)]
                lines = self.ask(*names)
                self.assertEqual(sorted(lines), sorted(names))
                self.assertEqual(sorted(self.not_asked(lines)), sorted(names[n] for n in at))

    def test_a_crash_is_alone_after_halving(self) -> None:
        self.ask(*(f"{'crash' if n == 0 else 'a'}{n}.example" for n in range(1024)))
        # The program was started ten times with other names, and twice with this name alone.
        self.assertEqual(sum(names == ["crash0.example"] for names in self.starts()), 12)
        self.assertEqual(sum(map(len, self.starts())), 1023 + 12)

    def test_a_part_of_names_that_all_crash_is_complete(self) -> None:
        names = [f"crash{n}.example" for n in range(20)]
        self.assertEqual(sorted(self.not_asked(self.ask(*names))), sorted(names))
        self.assertEqual(self.empty, [])

    def test_a_process_that_was_killed_says_nothing_about_a_name(self) -> None:
        for names in (["once1.example"], ["a.example", "once2.example", "b.example"]):
            with self.subTest(names):
                lines = self.ask(*names)
                self.assertEqual((sorted(lines), self.not_asked(lines)), (sorted(names), []))

    def test_every_undocumented_end_is_a_crash(self) -> None:
        for code in (5, 99, 126, 127, 139, 255):
            with self.subTest(code):
                lines = self.ask("a.example", f"exit{code}.example", "b.example")
                self.assertEqual(self.not_asked(lines), [f"exit{code}.example"])
                self.assertIn(f"(exit code {code})", lines[f"exit{code}.example"]["notes"][0])

    def test_a_program_that_does_not_work_here_fails_the_part(self) -> None:
        for program in ("#!/bin/sh\necho 'libcurl.so.4: not found' >&2\nexit 127\n", "#!/bin/sh\nkill -ILL $$\n"):
            with self.subTest(program), self.assertRaisesRegex(RuntimeError, "names of the part have no answer"):
                self.ask("a.example", program=program)

    def test_a_program_that_crashes_with_every_name_fails_a_large_part(self) -> None:
        with self.assertRaisesRegex(RuntimeError, "names of the part have no answer"):
            self.ask(*(f"crash{n}.example" for n in range(1000)))

    def test_a_failure_is_held_against_no_name(self) -> None:
        for code in (1, 130):
            with self.subTest(code), self.assertRaisesRegex(RuntimeError, f"ended with {code}, and 1 names"):
                self.ask("a.example", f"exit{code}.example")

    def test_a_crash_after_the_last_line_loses_nothing(self) -> None:
        self.assertEqual(self.not_asked(self.ask("a.example", "last.example")), [])
        self.assertEqual(self.starts(), [["a.example", "last.example"]])

    def test_a_line_that_was_cut_off_does_not_count(self) -> None:
        self.assertEqual([*self.ask("cut.example", "a.example")], ["cut.example", "a.example"])

    def test_doubts_fail_a_part_that_they_are_most_of(self) -> None:
        with self.assertRaisesRegex(RuntimeError, "--take-doubtful"):
            self.ask("doubt1.example", "doubt2.example")
        self.assertEqual(len(self.ask("doubt1.example", "doubt2.example", takes_doubtful=True)), 2)
        # After a crash, all remaining names can be unreachable.
        self.assertEqual(len(self.ask("a.example", "b.example", "c.example", "crash.example", "doubt1.example")), 5)

    def test_a_name_that_could_not_be_asked_has_what_the_schema_requires(self) -> None:
        columns, attributes = ("Owner", "team", "tags", "contact", "Cost centre"), ("Ann", "Shop", "web; old", "#shop", "4711")
        cases = {
            "crash.example": ("crash.example", 443), "crash.example:8443": ("crash.example", 8443),
            "crash[.example": (None, 443), "crash.example:70000": (None, 443),
        }  # fmt: skip
        schema = json.loads(SCHEMA.read_text())["$defs"]["domain"]
        for name, (host, port) in cases.items():
            with self.subTest(name):
                line = self.ask(name, columns=columns, attributes=attributes)[name]
                self.assertLessEqual(set(schema["required"]), set(line))
                self.assertLessEqual(set(line), set(schema["properties"]))
                self.assertEqual(line["schemaVersion"], schema["properties"]["schemaVersion"]["const"])
                self.assertEqual((line["domain"], line["port"]), (host, port))
                self.assertEqual(line["status"], "unreachable" if host else "invalid")
                self.assertEqual((line["owner"], line["team"], line["contact"]), ("Ann", "Shop", "#shop"))
                self.assertEqual((line["tags"], line["columns"]), (["web", "old"], {"Cost centre": "4711"}))
                self.assertIn("aasa-audit crashed (signal 11)", line["notes"][0])

    def test_a_name_whose_domain_cannot_be_determined_is_invalid(self) -> None:
        program = PROGRAM.replace('exec "$TEST_PROGRAM" "$@"', '{ [ -n "$(cat)" ] || exit 0; kill -SEGV $$; }')
        self.assertEqual(self.ask("crash.example", program=program)["crash.example"]["status"], "invalid")


class Folder:
    """The functions of a store that a lease uses, for a local folder."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def touch(self, name: str) -> None:
        (self.root / name).parent.mkdir(parents=True, exist_ok=True)
        (self.root / name).write_text("x")

    def stamps(self, folder: str) -> dict[str, float]:
        found = {}
        for entry in os.scandir(self.root / folder):
            with contextlib.suppress(FileNotFoundError):
                found[entry.name] = entry.stat().st_mtime
        return found

    def remove(self, name: str) -> None:
        (self.root / name).unlink(missing_ok=True)


# A driver in its own process that renews its lease frequently, reports this twice, and waits forever.
DRIVER = """
import sys, threading
sys.path.append(sys.argv[3])
from pathlib import Path
from spark_audit import lease
from test_spark_audit import Folder
lease.RENEWAL, lease.EXPIRY = 0.01, float(sys.argv[2])
class Told(Folder):
    renewals = 0
    def touch(self, name):
        self.renewals += 1
        if self.renewals > 3 and lease.EXPIRY < 1: raise OSError("no such host")
        super().touch(name)
        if self.renewals in (1, 3): print(name, flush=True)
with lease.Lease(Told(Path(sys.argv[1])), "night"): threading.Event().wait()
"""


class LeaseTests(InFolder):
    def leases(self) -> list[Path]:
        return sorted(self.folder.glob("leases/*/*"))

    def age(self, seconds: float) -> None:
        for file in self.leases():
            os.utime(file, (time.time() - seconds,) * 2)

    def lease(self, run: str = "night") -> Lease:
        return Lease(Folder(self.folder), run)

    def test_a_second_driver_ends_and_says_who_has_the_run(self) -> None:
        with self.lease():
            held = self.leases()
            self.age(30)
            with self.assertRaises(SystemExit) as refused, self.lease():
                self.fail("two drivers have one run")
            self.assertEqual(self.leases(), held)
            for words in (f"process {os.getpid()} on ", "renewed its lease 30 seconds ago", f"in {EXPIRY - 30} seconds", str(held[0])):
                self.assertIn(words, str(refused.exception))
            self.assertRegex(str(refused.exception), r"since \d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ;")

    def test_a_run_can_be_driven_again_after_its_driver_has_ended(self) -> None:
        for error in (SystemExit("parts have no results"), None):
            with contextlib.suppress(SystemExit), self.lease():
                if error:
                    raise error
            self.assertEqual(self.leases(), [])

    def test_other_runs_are_not_held_up(self) -> None:
        with self.lease("night"), self.lease("night.2"):
            self.assertEqual(len(self.leases()), 2)

    def test_a_lease_that_was_not_renewed_is_taken_over(self) -> None:
        left = self.lease()
        left.store.touch(f"{left.folder}/{left.name}")
        self.age(EXPIRY + 1)
        with self.lease() as lease:
            self.assertEqual([file.name for file in self.leases()], [lease.name])

    def test_of_drivers_that_begin_together_at_most_one_has_the_run(self) -> None:
        for _ in range(20):
            together, answers, done = threading.Barrier(4), queue.SimpleQueue(), threading.Event()

            def drive() -> None:
                together.wait()
                try:
                    with self.lease():
                        answers.put(True)
                        done.wait()
                except SystemExit:
                    answers.put(False)

            threads = [threading.Thread(target=drive) for _ in range(4)]
            for thread in threads:
                thread.start()
            self.assertLessEqual(sum(answers.get() for _ in threads), 1)
            done.set()
            for thread in threads:
                thread.join()

    def test_a_driver_renews_its_lease_and_ends_when_it_cannot(self) -> None:
        for is_taken, expiry in ((True, "180"), (False, "0.1")):
            command = [sys.executable, "-c", DRIVER, str(self.folder), expiry, SPARK]
            pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
            with self.subTest(is_taken), subprocess.Popen(command, cwd=Path(__file__).parent, text=True, **pipes) as driver:
                first, third = driver.stdout.readline(), driver.stdout.readline()
                self.assertEqual(first, third)
                if is_taken:
                    (self.folder / first.strip()).unlink()
                self.assertIn("could not renew its lease", driver.stderr.read())
            self.assertEqual((driver.returncode, len(self.leases())), (1, 0 if is_taken else 1))


if __name__ == "__main__":
    unittest.main()

"""Checks requirements beyond GitHub's schema: the state of each attempt is kept, and all secrets are passed."""

import pathlib
import sys

import ruamel.yaml

workflow = ruamel.yaml.YAML(typ="safe").load(pathlib.Path(sys.argv[1]).read_text())
(job,) = workflow["jobs"].values()
steps = {step["name"]: step for step in job["steps"]}
audit = steps["Audit"]
restored, saved = (
    next(step["with"] for step in job["steps"] if step.get("uses", "").startswith(f"actions/cache/{action}@"))
    for action in ("restore", "save")
)
own = "${{ github.run_id }}-${{ github.run_attempt }}"

expected = {
    "a name for the state of each attempt": saved["key"].endswith(own) and restored["key"] == saved["key"],
    "the state of the attempt before, else of the run before": restored["restore-keys"].splitlines()
    == [saved["key"].removesuffix("${{ github.run_attempt }}"), saved["key"].removesuffix(own)],
    "the state also of a red run": steps["Keep the state for the next run"]["if"] == "always()",
    "the secrets, by the environment": all(
        audit["env"].get(name) == f"${{{{ secrets.{name} }}}}"
        for name in ("AASA_AUDIT_HEADER", "AASA_AUDIT_NOTIFY", "AASA_AUDIT_NOTIFY_SECRET")
    )
    and "secrets." not in audit["run"],
    "the exit code as it is": 'exit "$status"' in audit["run"] and "case $status" not in audit["run"],
    "nothing on the command line that the configuration says": "aasa-audit audit --config aasa-audit.yaml --format github ||"
    in audit["run"],
    "one run at a time, none of them cut off": workflow["concurrency"]["cancel-in-progress"] is False,
}
missing = [name for name, is_there in expected.items() if not is_there]
for name in missing:
    print(f"github-workflow.yaml lacks: {name}", file=sys.stderr)
sys.exit(1 if missing else 0)

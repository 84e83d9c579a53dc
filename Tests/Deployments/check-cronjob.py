"""Checks security settings of a job with credentials that the schema of Kubernetes does not require."""

import pathlib
import sys

import ruamel.yaml

documents = list(ruamel.yaml.YAML(typ="safe").load_all(pathlib.Path(sys.argv[1]).read_text()))
by_kind = {document["kind"]: document for document in documents}
reader = by_kind["Job"]["spec"]["template"]["spec"]
(reading,) = reader["containers"]
spec = by_kind["CronJob"]["spec"]
job = spec["jobTemplate"]["spec"]
pod = job["template"]["spec"]
(container,) = pod["containers"]
security = container["securityContext"]
rules = {rule["action"]: rule for rule in job["podFailurePolicy"]["rules"]}
units = {"m": 60, "h": 3600}
(configuration,) = by_kind["ConfigMap"]["data"].values()
settings = ruamel.yaml.YAML(typ="safe").load(configuration)
deadline = settings["run_deadline"]
run_seconds = int(deadline[:-1]) * units[deadline[-1]]
mounts = {mount["name"]: mount for mount in container["volumeMounts"]}
volumes = {volume["name"]: volume for volume in pod["volumes"]}

expected = {
    "one run at a time": spec["concurrencyPolicy"] == "Forbid",
    "a time zone": "timeZone" in spec,
    "an end after all attempts and before the next night": run_seconds * (job["backoffLimit"] + 1)
    < job["activeDeadlineSeconds"] < 86400,
    "findings are not tried again": {2, 3, 4, 64, 65, 130} == set(rules["FailJob"]["onExitCodes"]["values"]),
    "a drained node is not a run that was cut off": list(rules) == ["Ignore", "FailJob"],
    "Never, which a failure policy needs": pod["restartPolicy"] == "Never",
    "the container that the policy names": rules["FailJob"]["onExitCodes"]["containerName"] == container["name"],
    "no token of the cluster": pod["automountServiceAccountToken"] is False,
    "not root": pod["securityContext"]["runAsNonRoot"] is True and pod["securityContext"]["runAsUser"] > 0,
    "a volume that the user can write": pod["securityContext"]["fsGroup"] == pod["securityContext"]["runAsGroup"],
    "a seccomp profile": pod["securityContext"]["seccompProfile"]["type"] == "RuntimeDefault",
    "a read-only file system": security["readOnlyRootFilesystem"] is True,
    "no more rights than it starts with": security["allowPrivilegeEscalation"] is False,
    "no capabilities": security["capabilities"]["drop"] == ["ALL"],
    "bounds": set(container["resources"]["limits"]) == {"cpu", "memory"},
    "an image with a version": ":" in container["image"] and not container["image"].endswith(":latest"),
    "every mount has its volume": set(mounts) == set(volumes),
    "the claim that is made here": volumes["state"]["persistentVolumeClaim"]["claimName"]
    == by_kind["PersistentVolumeClaim"]["metadata"]["name"],
    "4 for the run as a whole, and not for single domains": settings["allow_unreachable"] is True
    and settings["max_unreachable"],
    "reports and metrics in the volume": all(
        f"{mounts['state']['mountPath']}/{name}" in settings["outputs"] for name in ("report.html", "aasa-audit.prom")
    )
    and settings["db"].startswith(mounts["state"]["mountPath"] + "/"),
    "nothing on the command line that the configuration says": len(container["args"]) == 2,
    "somebody who reads the volume": reading["volumeMounts"] == [mounts["state"] | {"readOnly": True}]
    and reader["volumes"] == [volumes["state"]] and reading["image"] == container["image"],
    "as little for the reader": reading["securityContext"] == security
    and reader["securityContext"] == pod["securityContext"] and reader["automountServiceAccountToken"] is False,
    "the configuration that is made here": volumes["config"]["configMap"]["name"] == by_kind["ConfigMap"]["metadata"]["name"]
    and f"--config={mounts['config']['mountPath']}/{next(iter(by_kind['ConfigMap']['data']))}" in container["args"],
}
missing = [name for name, is_there in expected.items() if not is_there]
for name in missing:
    print(f"cronjob.yaml lacks: {name}", file=sys.stderr)
sys.exit(1 if missing else 0)

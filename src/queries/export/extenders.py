"""Answers for the extenders of a scenario. Arguments: where to listen, the context for kubectl, a file with the answers as JSON."""
import json
import subprocess
import sys
import time
from decimal import Decimal
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

ADDRESS, CONTEXT = sys.argv[1:3]
with open(sys.argv[3], encoding="utf-8") as file:
    DOCUMENTS = json.load(file)
UNITS = {"n": "1e-9", "u": "1e-6", "m": "1e-3", "k": "1e3", "M": "1e6", "G": "1e9", "T": "1e12", "P": "1e15", "E": "1e18"}
UNITS.update({unit + "i": str(2 ** (10 * power)) for power, unit in enumerate("KMGTPE", 1)})


class Fails(Exception):
    """The request goes wrong: with a status, or with words."""


def kubectl(*words, given=None):
    command = ["kubectl", "--context=" + CONTEXT, *words]
    return subprocess.run(command, input=given, capture_output=True, text=True, check=True).stdout


def has_all(labels, wanted):
    return all((labels or {}).get(key) == value for key, value in (wanted or {}).items())


def amount(text):
    text = str(text)
    unit = next((unit for unit in sorted(UNITS, key=len, reverse=True) if text.endswith(unit)), "")
    return Decimal(text[: len(text) - len(unit)] or 0) * Decimal(UNITS.get(unit, "1"))


def requested(pod, resource):
    def of(container):
        return amount(container.get("resources", {}).get("requests", {}).get(resource, 0))

    spec, most, sidecars = pod["spec"], Decimal(0), Decimal(0)
    for container in spec.get("initContainers", []):
        if container.get("restartPolicy") == "Always":
            sidecars += of(container)
            most = max(most, sidecars)
        else:
            most = max(most, sidecars + of(container))
    plain = sidecars + sum(of(container) for container in spec["containers"])
    return max(most, plain) + amount(spec.get("overhead", {}).get(resource, 0))


class Nodes:
    """The nodes of a request. What more than their names is needed for is asked for once."""

    def __init__(self, given):
        listed = (given.get("Nodes") or {}).get("items") or []
        self.objects = {node["metadata"]["name"]: node for node in listed}
        self.names = list(self.objects) or given.get("NodeNames") or []
        self.pods = None

    def labels(self, name):
        if not self.objects:
            self.objects = {node["metadata"]["name"]: node for node in listed("nodes")}
        return self.objects.get(name, {}).get("metadata", {}).get("labels")

    def free(self, name, resource):
        self.labels(name)
        if self.pods is None:
            self.pods = [pod for pod in listed("pods", "--all-namespaces") if pod.get("status", {}).get("phase") not in ("Succeeded", "Failed")]
        here = [pod for pod in self.pods if pod["spec"].get("nodeName") == name]
        taken = len(here) if resource == "pods" else sum(requested(pod, resource) for pod in here)
        return amount(self.objects.get(name, {}).get("status", {}).get("allocatable", {}).get(resource, 0)) - taken


def listed(*what):
    return json.loads(kubectl("get", *what, "--output=json"))["items"]


def rule_for(rules, pod, name, nodes):
    """The first rule that is about a node; without `nodes` nothing but its name is looked at."""
    for rule in rules:
        about = rule.get("for") or {}
        if about.get("nodes") and name not in about["nodes"] or not has_all(pod["metadata"].get("labels"), about.get("podLabels")):
            continue
        wanted, below = about.get("nodeLabels"), about.get("freeBelow")
        if nodes and wanted and not has_all(nodes.labels(name), wanted):
            continue
        if nodes and below and not any(nodes.free(name, resource) < amount(least) for resource, least in below.items()):
            continue
        return rule
    return None


def check(answers, pod):
    failing = answers.get("failing")
    if failing is not None and has_all(pod["metadata"].get("labels"), failing.get("podLabels")):
        raise Fails(failing.get("status") or 500, failing.get("error"))


def filter_nodes(answers, given):
    pod, nodes = given["Pod"], Nodes(given)
    kept, failed, unresolvable = [], {}, {}
    for name in nodes.names:
        tables = [answers.get("failed") or {}, answers.get("failedAndUnresolvable") or {}]
        for table, found in zip(tables, (failed, unresolvable)):
            if name in table:
                found[name] = table[name]
        if any(name in table for table in tables) or name in (answers.get("dropped") or []):
            continue
        rule = rule_for(answers.get("rules") or [], pod, name, nodes)
        if rule is None or rule.get("keep"):
            kept.append(name)
        elif rule.get("message") is not None:
            (unresolvable if rule.get("unresolvable") else failed)[name] = rule["message"]
    kept += answers.get("claims") or []
    result = {"FailedNodes": failed, "FailedAndUnresolvableNodes": unresolvable}
    if given.get("Nodes") is None:
        return {**result, "NodeNames": kept}
    return {**result, "Nodes": {"items": [nodes.objects.get(name) or {"metadata": {"name": name}} for name in kept]}}


def prioritize(answers, given):
    nodes, scores = Nodes(given), []
    for name in nodes.names:
        score = (answers.get("scores") or {}).get(name)
        if score is None:
            score = (rule_for(answers.get("rules") or [], given["Pod"], name, nodes) or {"score": None}).get("score", 0)
        if score is not None:
            scores.append({"Host": name, "Score": score})
    return scores


def preempt(answers, given):
    def uid(name):
        namespace, _, name = name.rpartition("/")
        try:
            return kubectl("get", "pod", name, "--namespace=" + (namespace or "default"), "--output=jsonpath={.metadata.uid}")
        except subprocess.CalledProcessError:
            return name

    candidates = {
        node: {"Pods": [{"UID": pod["UID"]} for pod in it["Pods"] or []], "NumPDBViolations": it.get("NumPDBViolations", 0)}
        for node, it in (given.get("NodeNameToMetaVictims") or {}).items()
    }
    for node, it in (given.get("NodeNameToVictims") or {}).items():
        pods = [{"UID": pod["metadata"]["uid"]} for pod in it["Pods"] or []]
        candidates[node] = {"Pods": pods, "NumPDBViolations": it.get("NumPDBViolations", 0)}
    kept = {}
    for node, victims in candidates.items():
        told = (answers.get("nodes") or {}).get(node)
        rule = rule_for(answers.get("rules") or [], given["Pod"], node, None) or {}
        if told is not None:
            pods = [{"UID": uid(name)} for name in told.get("victims") or []]
            kept[node] = {"Pods": pods, "NumPDBViolations": told.get("pdbViolations", 0)}
        elif not rule.get("drop"):
            kept[node] = {**victims, "Pods": victims["Pods"][: rule.get("keepVictims")]}
    return {"NodeNameToMetaVictims": kept}


def bind(_, given):
    path = "/api/v1/namespaces/{PodNamespace}/pods/{PodName}/binding".format(**given)
    metadata = {"name": given["PodName"], "namespace": given["PodNamespace"], "uid": given["PodUID"]}
    target = {"apiVersion": "v1", "kind": "Node", "name": given["Node"]}
    kubectl("create", "--raw", path, "-f", "-", given=json.dumps({"apiVersion": "v1", "kind": "Binding", "metadata": metadata, "target": target}))
    return {}


VERBS = {"filter": filter_nodes, "prioritize": prioritize, "preempt": preempt, "bind": bind}


class Answer(BaseHTTPRequestHandler):
    def do_POST(self):
        host, verb = self.path.strip("/").split("/")
        given = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        document = DOCUMENTS[host]
        answers = document.get(verb) or {}
        time.sleep(document.get("delayMillis", 0) / 1000)
        try:
            if verb != "bind":
                check(answers, given["Pod"])
            status, body = 200, VERBS[verb](answers, given)
        except Fails as wrong:
            status, words = wrong.args
            # Only a filter can say an error in an answer.
            status, body = (200, {"Error": words}) if words is not None and verb == "filter" else (status, {})
        except subprocess.CalledProcessError as wrong:
            status, body = 200, {"Error": wrong.stderr}
        told = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(told)))
        self.end_headers()
        self.wfile.write(told)

    def log_message(self, *_):
        pass


LISTEN, _, PORT = ADDRESS.rpartition(":")
ThreadingHTTPServer((LISTEN, int(PORT)), Answer).serve_forever()

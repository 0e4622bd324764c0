// Copied beside a behaviour.json by standIn() and called as if it were `docker`.
const fs = require("node:fs");
const { spawn, execFileSync } = require("node:child_process");
const { join, dirname } = require("node:path");

const here = __dirname;
const words = process.argv.slice(2);
const behaviour = JSON.parse(fs.readFileSync(join(here, "behaviour.json"), "utf8"));
const inherited = words.flatMap((word, at) => (words[at - 1] === "--env" && !word.includes("=") ? [word] : []));
const env = Object.fromEntries(inherited.map((name) => [name, process.env[name]]));
fs.appendFileSync(join(here, "calls.jsonl"), `${JSON.stringify({ words, env })}\n`);

const option = (name) => words.find((word) => word.startsWith(`--${name}=`))?.slice(name.length + 3);
const count = (name) => {
  const path = join(here, name);
  const before = fs.existsSync(path) ? Number(fs.readFileSync(path, "utf8")) : 0;
  fs.writeFileSync(path, String(before + 1));
  return before;
};
const fail = (message, code) => {
  process.stderr.write(`${message}\n`);
  process.exit(code);
};

const [verb] = words;
if (verb === "--version") console.log("Docker version 27.0.0, build stand-in");
else if (verb === "image") {
  const there = behaviour.image === undefined || behaviour.image === "present" || fs.existsSync(join(here, "pulled"));
  if (!there) fail("No such image", 1);
  const Id = behaviour.imageId ?? "sha256:abc";
  console.log(JSON.stringify([{ Id, RepoDigests: ["example.org/openclaw@sha256:def"] }]));
} else if (verb === "pull") {
  if (behaviour.image === "missing") fail("manifest unknown", 1);
  if (behaviour.image === "slow") setTimeout(() => {}, 600_000);
  else fs.writeFileSync(join(here, "pulled"), "");
} else if (verb === "info") console.log('["name=seccomp"]');
else if (verb === "ps") console.log([...(behaviour.containers ?? []), ...containers()].join("\n"));
else if (verb === "kill") for (const name of words.slice(1)) kill(name);
else if (verb === "rm") for (const name of words.slice(2)) fs.rmSync(fileOf(name), { force: true });
else if (verb === "run") run();
else if (verb === "exec") execute();
else if (verb === "container") inspect(words[2]);
else fail(`unknown word ${verb}`, 125);

function fileOf(name) {
  return join(here, `container-${name}`);
}

function containers() {
  return fs
    .readdirSync(here)
    .flatMap((name) => (name.startsWith("container-") ? [name.slice("container-".length)] : []));
}

/** Ends what hangs in a container. */
function kill(name) {
  if (!fs.existsSync(fileOf(name))) return;
  const { pid } = JSON.parse(fs.readFileSync(fileOf(name), "utf8"));
  if (pid) process.kill(pid, "SIGKILL");
}

function inspect(name) {
  if (!fs.existsSync(fileOf(name))) fail(`no such container ${name}`, 1);
  const { State } = JSON.parse(fs.readFileSync(fileOf(name), "utf8"));
  console.log(JSON.stringify([{ State }]));
}

/** A container that stays open is a file with its mounts and state; any other answers at once. */
function run() {
  if (behaviour.cannotLimit && option("memory")) fail("cgroups: cannot set memory limit", 125);
  if (behaviour.containerExits) fail("the container says no", behaviour.containerExits);
  if (!words.includes("--detach")) return console.log(behaviour.version ?? "OpenClaw 2026.9.6 (stand-in)");
  if (behaviour.doesNotOpen) fail("docker: no room for another container", 125);
  const mounts = words.filter((word) => word.startsWith("--volume=")).map((word) => word.slice(9).split(":"));
  const container = {
    mounts: Object.fromEntries(mounts.map(([host, inside]) => [inside, host])),
    State: { Running: true },
  };
  fs.writeFileSync(fileOf(option("name")), JSON.stringify(container));
}

function execute() {
  const at = words.findIndex((word, index) => index > 0 && !word.startsWith("--") && words[index - 1] !== "--env");
  const command = words.slice(at + 2);
  if (words[at + 1] !== "openclaw") return process.stdout.write(behaviour.memoryEvents ?? "");
  if (command[0] === "config") {
    const { validations } = behaviour;
    console.log(validations[Math.min(count("validated"), validations.length - 1)]);
  } else if (command.includes("--help")) console.log(behaviour.help ?? "  --message-file <path>");
  else takeTurn(behaviour.turns[Math.min(count("turn"), behaviour.turns.length - 1)], command, words[at]);
}

function takeTurn(turn, command, name) {
  const container = JSON.parse(fs.readFileSync(fileOf(name), "utf8"));
  const folder = dirname(container.mounts["/work/workspace"]);
  if (turn.does)
    execFileSync("bash", ["-c", turn.does], { cwd: join(folder, "workspace"), env: { ...process.env, RUN: folder } });
  if (turn.transcript) {
    const agent = command[command.indexOf("--agent") + 1];
    const session = command[command.indexOf("--session-id") + 1];
    const path = join(folder, "state", "agents", agent, "sessions", `${session}.jsonl`);
    fs.mkdirSync(dirname(path), { recursive: true });
    fs.writeFileSync(path, turn.transcript);
  }
  if (turn.state === "removed") fs.rmSync(fileOf(name));
  else if (turn.state) fs.writeFileSync(fileOf(name), JSON.stringify({ ...container, State: turn.state }));
  if (turn.hangs) {
    // A process of its own, like a command in a container that outlives its client.
    const inside = spawn("sleep", ["600"], { detached: true, stdio: "ignore" });
    fs.appendFileSync(join(here, "pids"), `${inside.pid}\n`);
    fs.writeFileSync(fileOf(name), JSON.stringify({ ...container, pid: inside.pid }));
    inside.on("exit", () => process.exit(137));
    return;
  }
  process.stdout.write(turn.prints ?? "");
  process.stderr.write(turn.complains ?? "");
  process.exitCode = turn.exits ?? 0;
}

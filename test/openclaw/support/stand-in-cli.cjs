// Copied beside a behaviour.json by standIn() and called as if it were `docker`.
const fs = require("node:fs");
const http = require("node:http");
const { spawn, spawnSync, execFileSync } = require("node:child_process");
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
else if (verb === "ps") console.log(listed().join("\n"));
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

/** Those that the call asks for: a dead process's keeper asks by name, and must not end what the next process has started. */
function listed() {
  const wanted = words.find((word, at) => words[at - 1] === "--filter" && word.startsWith("name="))?.slice(5) ?? "";
  return [...(behaviour.containers ?? []), ...containers()].filter((name) => name.includes(wanted));
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
  // `node /run/assay/forward.cjs` opens the way to the model first.
  const program = words[at + 1] === "node" ? at + 3 : at + 1;
  const command = words.slice(program + 1);
  if (words.includes("--workdir=/work/workspace")) return setUp(words[at], words.slice(program));
  if (words[program] !== "openclaw") return process.stdout.write(behaviour.memoryEvents ?? "");
  if (command[0] === "config") {
    const { validations } = behaviour;
    console.log(validations[Math.min(count("validated"), validations.length - 1)]);
  } else if (command.includes("--help")) console.log(behaviour.help ?? "  --message-file <path>");
  else void takeTurn(behaviour.turns[Math.min(count("turn"), behaviour.turns.length - 1)], command, words[at]);
}

/** A command of a case's setup, executed where the container has its workspace. */
function setUp(name, [program, ...args]) {
  const { mounts } = JSON.parse(fs.readFileSync(fileOf(name), "utf8"));
  const { status } = spawnSync(program, args, { cwd: mounts["/work/workspace"], stdio: "inherit" });
  process.exitCode = status ?? 1;
}

async function takeTurn(turn, command, name) {
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
  const said = command[command.indexOf("--message") + 1];
  for (const body of turn.asks ?? requestsOf(turn, said)) await ask(container, body);
  for (const host of turn.connects ?? []) await connectTo(container, host);
  if (turn.state === "removed") fs.rmSync(fileOf(name));
  else if (turn.state) fs.writeFileSync(fileOf(name), JSON.stringify({ ...container, State: turn.state }));
  if (turn.hangs) {
    // A process of its own, like a command in a container that outlives its client.
    const inside = spawn("sleep", ["600"], { detached: true, stdio: "ignore" });
    fs.writeFileSync(fileOf(name), JSON.stringify({ ...container, pid: inside.pid }));
    // Last: tests act as soon as they read this, and by then the container has to know what hangs in it.
    fs.appendFileSync(join(here, "pids"), `${inside.pid}\n`);
    inside.on("exit", () => process.exit(137));
    return;
  }
  process.stdout.write(turn.prints ?? "");
  process.stderr.write(turn.complains ?? "");
  process.exitCode = turn.exits ?? 0;
}

/** One request through the trial's proxy, as OpenClaw would send it; what comes back is known already. */
function ask({ mounts }, body) {
  const way = mounts["/run/assay"];
  const config = JSON.parse(fs.readFileSync(join(mounts["/work/given"], "openclaw.json"), "utf8"));
  const model = config.models.providers.openrouter.models[0].id;
  const headers = { authorization: `Bearer ${process.env.OPENROUTER_API_KEY}`, "content-type": "application/json" };
  return new Promise((resolve) => {
    const request = http.request(
      { socketPath: join(way, "proxy.sock"), path: "/v1/chat/completions", method: "POST", headers },
      (response) => {
        response.resume();
        response.on("close", resolve);
      },
    );
    request.on("error", resolve);
    request.end(JSON.stringify({ model, ...body }));
  });
}

/** Asks the proxy for another host, as `curl` would with HTTPS_PROXY. */
function connectTo({ mounts }, path) {
  const { username, password } = new URL(process.env.HTTPS_PROXY);
  const headers = { "proxy-authorization": `Basic ${btoa(`${username}:${password}`)}` };
  return new Promise((resolve) => {
    const socketPath = join(mounts["/run/assay"], "proxy.sock");
    const request = http.request({ socketPath, path, method: "CONNECT", headers });
    request.on("connect", (_, socket) => resolve(socket.destroy()));
    request.on("error", resolve);
    request.end();
  });
}

/** What must have gone over the wire for this transcript, and for this report where the transcript has no answer. */
function requestsOf({ transcript, prints, complains }, said) {
  const events = (transcript ?? "")
    .split("\n")
    .flatMap((line) => (line.includes('"message"') ? [JSON.parse(line)] : []));
  const messages = [];
  const told = events.flatMap(({ message }) => (message ? requestsOfMessage(message, messages, said) : []));
  const report = reportIn(prints) ?? reportIn(complains);
  if (!report) return told;
  if (messages.length === 0) messages.push({ role: "user", content: said });
  const failure = String(report.error?.message ?? "");
  const isVague = /rate limit/.test(failure) || report.meta?.stopReason === "error";
  const status = isVague ? 429 : Number(/HTTP (\d{3})/.exec(failure)?.[1] ?? 200);
  if (status !== 200) return told.length > 0 ? told : [{ messages, answer_with: { status } }];
  const texts = Array.isArray(report.payloads) ? report.payloads.map((one) => String(one?.text ?? "")) : [];
  const content = report.meta?.finalAssistantVisibleText ?? texts.join("\n\n");
  if (!content || told.some(({ answer_with }) => answer_with.content)) return told;
  return [...told, { messages, answer_with: { content, usage: usageOf(report.meta?.agentMeta?.usage) } }];
}

function reportIn(text) {
  try {
    return JSON.parse(text.slice(text.indexOf("{")));
  } catch {
    return null;
  }
}

/** The request that an assistant's message answers; any other message is only said, and is in the next request. */
function requestsOfMessage(message, messages, said) {
  const texts = [message.content].flat().map((part) => (typeof part === "string" ? part : (part?.text ?? "")));
  const content = texts.join("");
  if (message.role === "user") messages.push({ role: "user", content: said });
  if (message.role === "toolResult") messages.push({ role: "tool", tool_call_id: message.toolCallId, content });
  if (message.role !== "assistant") return [];
  const calls = [message.content].flat().filter((part) => part?.type === "toolCall");
  const tool_calls = calls.map(({ id, name, arguments: given }) => ({
    id,
    type: "function",
    function: { name, arguments: JSON.stringify(given) },
  }));
  const tools = [{ type: "function", function: { name: "write" } }];
  const status = message.stopReason === "error" ? Number(/\b([45]\d\d)\b/.exec(message.errorMessage)?.[1] ?? 500) : 200;
  const answer = { status, content, usage: usageOf(message.usage), ...(tool_calls.length > 0 && { tool_calls }) };
  const request = { messages: [...messages], tools, answer_with: answer };
  messages.push({ role: "assistant", content, ...(tool_calls.length > 0 && { tool_calls }) });
  return [request];
}

function usageOf(usage) {
  if (!usage) return undefined;
  const prompt_tokens = (usage.input ?? 0) + (usage.cacheRead ?? 0) + (usage.cacheWrite ?? 0);
  const billed = usage.cost?.totalOrigin === "provider-billed" ? { cost: usage.cost.total } : {};
  const prompt_tokens_details = { cached_tokens: usage.cacheRead ?? 0 };
  return { prompt_tokens, completion_tokens: usage.output ?? 0, prompt_tokens_details, ...billed };
}

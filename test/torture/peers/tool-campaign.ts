import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { RunArtifact } from "../../../src/records/index.ts";
import { cliPath } from "../../support/assay.ts";
import { projectRoot } from "../../support/project-root.ts";
import { ALL, noteFinding, type Tried } from "./attack.ts";
import { storedRuns } from "./stored-runs.ts";
import type { ToolAttack } from "./tool-attacks.ts";
import { makeMark, type WatchedResult, watchProcess } from "./watched-process.ts";

export const PEERS = join(projectRoot, "test/corpora/hostile-peers");
const SERVER_SECONDS = 3;
const AT_A_TIME = 3;

/** Runs hostile servers in one campaign, each with a case of its own beside an honest one. Those that are hostile in the plan need one of their own. */
export async function tryToolAttacks(attacks: readonly ToolAttack[]): Promise<Tried> {
  const http = attacks.some(({ transport }) => transport === "http") ? await startHttpServer() : null;
  const root = mkdtempSync(join(tmpdir(), "assay-test-"));
  const mark = makeMark();
  try {
    for (const [path, text] of Object.entries(filesOf(attacks, mark, http?.port ?? 0))) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
    cpSync(PEERS, join(root, "configs/tools/peers"), { recursive: true });
    const ran = await watchProcess({ words: [cliPath, "run", "--suite", "s", "--run-profile", "p"], cwd: root, mark });
    return { findings: findingsOf(attacks, root, ran), peakMegabytes: ran.peakMegabytes, seconds: ran.seconds };
  } finally {
    http?.end();
    rmSync(root, { recursive: true, force: true, maxRetries: 10 });
  }
}

function findingsOf(attacks: readonly ToolAttack[], root: string, ran: WatchedResult): Map<string, string[]> {
  const findings = new Map<string, string[]>(ran.findings.length > 0 ? [[ALL, [...ran.findings]]] : []);
  const runs = storedRuns(root, "case");
  // A server that cannot be asked ends the command before anything is spent.
  if (ran.code === 2 && runs.size === 0) {
    const names = (at: number) => ran.stderr.includes(`tool ${serverId(at)}:`);
    for (const [at, { name, together }] of attacks.entries())
      if (together === "trials") noteFinding(findings, ALL, `${name} ended the plan: ${ran.stderr.trim().slice(-300)}`);
      else if (!names(at)) noteFinding(findings, name, `no sentence names it: ${ran.stderr.trim().slice(-300)}`);
    return findings;
  }
  const honest = runs.get("honest");
  if (honest?.status !== "success") noteFinding(findings, ALL, `the honest neighbour: ${wordsOf(honest)}`);
  for (const [at, attack] of attacks.entries()) {
    const finding = trialFinding(attack, serverId(at), runs.get(serverId(at)));
    if (finding !== null) noteFinding(findings, attack.name, finding);
  }
  return findings;
}

function trialFinding({ mayAnswer }: ToolAttack, id: string, run: RunArtifact | undefined): string | null {
  if (run === undefined) return "its trial was not stored";
  if (run.status === "success") return mayAnswer ? null : "its trial is a success";
  const names = run.failure?.message.includes(id) ?? false;
  return names ? null : `no sentence names it: ${wordsOf(run)}`;
}

function wordsOf(run: RunArtifact | undefined): string {
  return run === undefined ? "not stored" : `${run.status}: ${run.failure?.message.slice(0, 200) ?? ""}`;
}

/** A process of its own, so that what it sends costs nothing of ours. */
async function startHttpServer(): Promise<{ port: number; end(): void }> {
  const child = spawn(process.execPath, [join(PEERS, "http-server.mjs")], { stdio: ["ignore", "pipe", "inherit"] });
  const [line] = await once(child.stdout, "data");
  return { port: Number(line), end: () => void child.kill("SIGKILL") };
}

const serverId = (at: number) => `hostile_${at + 1}`;

function filesOf(attacks: readonly ToolAttack[], mark: string, httpPort: number): Record<string, string> {
  const json = (value: object) => JSON.stringify({ schema_version: 1, title: "Peers", ...value });
  const servers = [
    ...attacks.map((attack, at) => ({ id: serverId(at), ...attack })),
    { id: "honest", transport: "stdio", stage: "never", behaviour: "none", argument: "", seconds: undefined },
  ];
  const files: Record<string, string> = {
    // By this file a server can tell a trial from the plan.
    "configs/tools/mark.sh": "touch trial\n",
    "configs/tools/mark_trial.yaml": JSON.stringify({
      schema_version: 1,
      tool_id: "mark_trial",
      description: "Marks the trial.",
      script: "mark.sh",
    }),
    "configs/suites/s.yaml": json({ suite_id: "s", models: [{ model_id: "m", requested_model: "offline/diligent" }] }),
    "configs/run_profiles/p.yaml": json({
      run_profile_id: "p",
      runner_defaults: { retries: 0, timeout_seconds: 20 },
      execution_policy: { max_concurrency: AT_A_TIME },
    }),
  };
  for (const { id, transport, stage, behaviour, argument, seconds = SERVER_SECONDS } of servers) {
    const words = [stage, behaviour, ...(argument === "" ? [] : [argument])];
    const address = `http://127.0.0.1:${httpPort}/${[id, ...words].map(encodeURIComponent).join("/")}`;
    const program = { command: ["node", "peers/stdio-server.mjs", ...words], env: { MARK: mark } };
    files[`configs/tools/${id}.yaml`] = JSON.stringify({
      schema_version: 1,
      tool_id: id,
      mcp: { ...(transport === "http" ? { url: address } : program), prefix: `${id}_`, timeout_seconds: seconds },
      ...(transport === "http" ? {} : { files: ["peers"] }),
    });
    const asked = `Call \`mark_trial\` with \`{}\`. Call \`${id}_go\` with \`{}\`.`;
    files[`configs/cases/${id}/test.yaml`] = json({
      case_id: id,
      runner: { type: "llm_probe" },
      input: { messages: [{ role: "user", content: asked }], context: { llm_probe: { tools: ["mark_trial", id] } } },
    });
  }
  return files;
}

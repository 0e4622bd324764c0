import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { cliPath } from "../../support/assay.ts";
import { ALL, type Attack, noteFinding, type Tried } from "./attack.ts";
import { storedRuns } from "./stored-runs.ts";
import { PEERS } from "./tool-campaign.ts";
import { makeMark, watchProcess } from "./watched-process.ts";

/** An attack takes seven seconds at most; the honest agent has to be there all the time. */
const HONEST_SECONDS = 8;
const TURN_SECONDS = 20;
const LONGEST_WAIT_MS = 1000;
const HONEST = "honest";

/** Runs agents that send hostile bodies beside an honest one. All have a proxy in the same process, and the honest one measures how long it waits. */
export async function tryProxyAttacks(attacks: readonly Attack[]): Promise<Tried> {
  const root = mkdtempSync(join(tmpdir(), "assay-test-"));
  const mark = makeMark();
  const provider = await startProvider();
  try {
    for (const [path, value] of Object.entries(filesOf(attacks, provider.port, mark))) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(
        join(root, path),
        typeof value === "string" ? value : JSON.stringify({ schema_version: 1, ...value }),
      );
    }
    const words = [cliPath, "run", "--suite", "s", "--run-profile", "p"];
    const ran = await watchProcess({ words, cwd: root, mark, env: { PEERS_API_KEY: "key-for-tests-0123456789" } });
    const findings = new Map<string, string[]>();
    for (const finding of ran.findings) noteFinding(findings, ALL, finding);
    const runs = storedRuns(root, "model");
    const { status, failure } = runs.get(HONEST) ?? {};
    if (status !== "success")
      noteFinding(findings, ALL, `the honest neighbour: ${status} ${failure?.message ?? ran.stderr}`);
    const longestWait = provider.longestWait();
    if (longestWait === null) noteFinding(findings, ALL, "the honest neighbour did not get to its end");
    else if (longestWait > LONGEST_WAIT_MS) noteFinding(findings, ALL, `the honest neighbour waited ${longestWait} ms`);
    for (const [at, { name }] of attacks.entries()) {
      const run = runs.get(`hostile_${at + 1}`);
      if (run === undefined) noteFinding(findings, name, "its trial was not stored");
      else if (run.status !== "success" && !run.failure?.message)
        noteFinding(findings, name, "nothing says why it failed");
    }
    const { peakMegabytes, seconds } = ran;
    return { findings, peakMegabytes, seconds, longestWait: longestWait ?? 0 };
  } finally {
    provider.close();
    rmSync(root, { recursive: true, force: true, maxRetries: 10 });
  }
}

/** Answers everything alike, and reads only what is short. */
async function startProvider() {
  let longest: number | null = null;
  const server = createServer((request, response) => {
    let text = "";
    request.on("data", (chunk: Buffer) => {
      if (text.length < 10_000) text += chunk.toString();
    });
    request.on("error", () => {});
    request.on("end", () => {
      const told = /longest wait: (\d+)/.exec(text)?.[1];
      if (told !== undefined) longest = Number(told);
      const choices = [{ index: 0, finish_reason: "stop", message: { role: "assistant", content: "done" } }];
      response.writeHead(200, { "content-type": "application/json" });
      response.end(
        JSON.stringify({ id: "gen", choices, usage: { prompt_tokens: 5, completion_tokens: 1, cost: 0.001 } }),
      );
    });
  });
  server.on("connection", (socket) => socket.on("error", () => {}));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    longestWait: () => longest,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

function filesOf(attacks: readonly Attack[], port: number, mark: string): Record<string, string | object> {
  const program = readFileSync(join(PEERS, "agent.cjs"), "utf8");
  const modes = [
    { id: HONEST, mode: HONEST },
    ...attacks.map(({ name }, at) => ({ id: `hostile_${at + 1}`, mode: name.replace(/^proxy /, "") })),
  ];
  const files: Record<string, string | object> = {
    "configs/suites/s.yaml": {
      suite_id: "s",
      title: "S",
      models: modes.map(({ id }) => ({ model_id: id, requested_model: `maker/${id}`, agent_id: id })),
    },
    "configs/run_profiles/p.yaml": {
      run_profile_id: "p",
      title: "P",
      execution_policy: { max_concurrency: modes.length },
      gateway: { base_url: `http://127.0.0.1:${port}/v1`, api_key_env: "PEERS_API_KEY" },
      agent: { timeout_seconds: TURN_SECONDS },
    },
    "configs/cases/task/test.yaml": {
      case_id: "task",
      title: "Task",
      runner: { type: "agent" },
      input: { messages: [{ role: "user", content: "Do it." }] },
    },
  };
  for (const { id, mode } of modes) {
    files[`configs/agents/${id}/workspace/README.md`] = "A small project.\n";
    files[`configs/agents/${id}/agent.yaml`] = {
      agent_id: id,
      title: id,
      kind: "command",
      command: ["node", "-e", 'require(process.env.HOME + "/agent.cjs")'],
      output: { format: "text" },
      environment: {
        BASE_URL: "{base_url}",
        TOKEN: "{token}",
        MODEL: "{model}",
        MODE: mode,
        MARK: mark,
        SECONDS: String(HONEST_SECONDS),
      },
      home_files: { "agent.cjs": program },
    };
  }
  return files;
}

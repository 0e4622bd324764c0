import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { projectRoot } from "../support/project-root.ts";

interface Step {
  id?: string;
  name: string;
  uses?: string;
  run?: string;
  env?: Record<string, string>;
}

interface Action {
  inputs: Record<string, { default?: string; required?: boolean }>;
  runs: { steps: Step[] };
}

export interface FollowedAction {
  code: number;
  output: string;
  summary: string;
  outputs: Record<string, string>;
}

export interface Workflow {
  /** The checkout. */
  repository: string;
  inputs: Record<string, string>;
  event?: object;
  env?: Record<string, string>;
}

/** Takes the steps of action.yml that run something, as GitHub's runner does: each a bash of its own, with the runner's variables, inputs filled in, outputs handed on. */
export async function followAction({ repository, inputs, event = {}, env = {} }: Workflow): Promise<FollowedAction> {
  const action: Action = parse(readFileSync(join(projectRoot, "action.yml"), "utf8"));
  const runner = join(repository, "..", "runner");
  mkdirSync(runner, { recursive: true });
  const file = (name: string, text = "") => {
    writeFileSync(join(runner, name), text);
    return join(runner, name);
  };
  const eventPath = file("event.json", JSON.stringify(event));
  const summary = file("summary.md");
  const steps: Record<string, Record<string, string>> = {};
  const given = (name: string) => inputs[name] ?? action.inputs[name]!.default ?? "";
  const fill = (text: string): string =>
    text.replace(/\$\{\{ *([\w.-]+) *\}\}/g, (_, path: string) => {
      const [room, name, , last] = path.split(".") as [string, string, string, string];
      if (room === "inputs") return fill(given(name));
      if (room === "steps") return steps[name]?.[last] ?? "";
      return path === "github.action_path" ? projectRoot : path === "github.token" ? "a-token" : "";
    });
  const told: string[] = [];
  let code = 0;
  for (const { id, run, env: own = {} } of action.runs.steps) {
    if (run === undefined) continue;
    const output = file("output");
    const filled = Object.fromEntries(Object.entries(own).map(([name, value]) => [name, fill(value)]));
    const ended = await bash(run, join(repository, given("working-directory")), {
      PATH: process.env.PATH,
      HOME: runner,
      CI: "true",
      GITHUB_ACTIONS: "true",
      GITHUB_REPOSITORY: "acme/evals",
      GITHUB_EVENT_PATH: eventPath,
      GITHUB_STEP_SUMMARY: summary,
      GITHUB_OUTPUT: output,
      RUNNER_TEMP: runner,
      ...env,
      ...filled,
    });
    told.push(ended.output);
    const lines = readFileSync(output, "utf8").split("\n").filter(Boolean);
    if (id)
      steps[id] = Object.fromEntries(
        lines.map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)]),
      );
    code = ended.code;
    if (code !== 0) break;
  }
  return { code, output: told.join(""), summary: readFileSync(summary, "utf8"), outputs: steps.assay ?? {} };
}

function bash(
  script: string,
  cwd: string,
  env: Record<string, string | undefined>,
): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    const child = spawn("bash", ["--noprofile", "--norc", "-eo", "pipefail", "-c", script], {
      cwd,
      env: env as NodeJS.ProcessEnv,
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (piece) => (output += piece));
    child.on("close", (code) => resolve({ code: code ?? 1, output }));
  });
}

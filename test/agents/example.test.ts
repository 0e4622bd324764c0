import { cpSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { CampaignReport } from "../../src/report/index.ts";
import { obedientProvider } from "../openclaw/support/obedient-provider.ts";
import { OK } from "../openclaw/support/run-with-stand-in.ts";
import { standIn } from "../openclaw/support/stand-in.ts";
import { assay } from "../support/assay.ts";
import { lacks } from "../support/needs.ts";
import { projectRoot } from "../support/project-root.ts";
import { temporaryFolder, writeFiles } from "../support/temporary.ts";
import { REAL_KEY } from "../support/wire-upstream.ts";
import { playProvider } from "./support/play-provider.ts";
import { realAgents } from "./support/real-agents.ts";

const lacking = [lacks("sandbox"), lacks("containers"), lacks("images")].some(Boolean);
const real = lacking ? null : await realAgents();

const CAMPAIGN = ["--suite", "agents", "--run-profile", "agents"];
const JUDGED = [...CAMPAIGN, "--evaluation-profile", "offline_judge"];

function example(): string {
  const cwd = temporaryFolder();
  cpSync(join(projectRoot, "examples/agents"), cwd, { recursive: true });
  return cwd;
}

function rewrite(cwd: string, path: string, change: (text: string) => string): void {
  writeFiles(cwd, { [path]: change(readFileSync(join(cwd, path), "utf8")) });
}

test("the example validates, and plans without keys, programs or a container engine", async () => {
  const cwd = example();
  const valid = await assay(["validate"], { cwd });
  expect([valid.code, valid.stdout + valid.stderr]).toEqual([0, expect.not.stringContaining("warning")]);
  const planned = await assay(["plan", ...CAMPAIGN], { cwd, env: { PATH: "/nowhere" } });
  const said = planned.stdout + planned.stderr;
  for (const part of ["27 trials", "claude_code", "codex", "openclaw", "ANTHROPIC_API_KEY"])
    expect(said).toContain(part);
});

/** Scripts for the model of all three. With Codex it forgets the correction, so that there is a difference to find. */
const PLAYS = {
  "Add up the amounts": {
    // With nothing but a shell and coreutils: OpenClaw's image has no more.
    runs: "sum=0; for cents in $(tail -n +2 data/orders.csv | cut -d, -f2 | tr -d .); do sum=$((sum + cents)); done; echo $((sum / 100)).00 > total.txt",
    says: "The total is in total.txt.",
  },
  "Write release notes": {
    runs: "echo 'Tables can be saved as CSV. The login works with a colon in the password.' > RELEASE.md",
    says: "RELEASE.md is written.",
  },
  "Write minutes.md": {
    runs: "echo 'The launch moves to 2026-04-01. Bo prepares the announcement.' > minutes.md",
    says: "The minutes are written.",
  },
  "Correction to the minutes": {
    runs: (model: string) => (model === "gpt-5-mini" ? "cat minutes.md" : "sed -i s/Bo/Chen/ minutes.md"),
    says: "The minutes are corrected.",
  },
};

/** The real one takes minutes for its four turns, so only who asks for it gets it: see CONTRIBUTING.md. */
const withRealOpenClaw = process.env.ASSAY_TEST_REAL_EXAMPLE === "1";

/** OpenClaw as the image of this machine, or played by what was recorded of it; and the environment to find it. */
async function openClaw(port: number) {
  if (withRealOpenClaw) {
    const found = { CONTAINERS_CONF: real!.env.CONTAINERS_CONF! };
    return { cli: "podman", image: real!.image, env: { ...found, OPENROUTER_BASE_URL: `http://127.0.0.1:${port}/v1` } };
  }
  const does = Object.values(PLAYS).map(({ runs }) => (typeof runs === "string" ? runs : runs("openai/gpt-5-mini")));
  const { cli } = standIn({ turns: [{ ...OK, does: does.join("; ") }] });
  const { baseUrl } = await obedientProvider();
  return { cli, image: "example.org/openclaw:2026.9.6", env: { OPENROUTER_BASE_URL: baseUrl } };
}

/** The example as it is, but for where models, programs and the image are on this machine, and with one repetition. */
function exampleHere(port: number, { cli, image }: { cli: string; image: string }): string {
  const { folder, claude, codex } = real!;
  const cwd = example();
  rewrite(cwd, "configs/suites/agents.yaml", (text) =>
    text.replace(/https:\/\/api\.[a-z.]+/g, `http://127.0.0.1:${port}`),
  );
  rewrite(cwd, "configs/run_profiles/agents.yaml", (text) =>
    text.replace("run_repetitions: 3", "run_repetitions: 1").replace("docker_cli: docker", `docker_cli: ${cli}`),
  );
  for (const [agent, program] of Object.entries({ claude_code: claude, codex }))
    rewrite(
      cwd,
      `configs/agents/${agent}/agent.yaml`,
      (text) => `${text}program: ${program}\nhost_folders: [${folder}]\n`,
    );
  rewrite(cwd, "configs/agents/openclaw/agent.yaml", (text) => text.replace(/image: .*/, `image: ${image}`));
  return cwd;
}

test.skipIf(real === null)(
  "Claude Code, Codex and OpenClaw run the example's cases, and one report compares them",
  async () => {
    const provider = await playProvider(PLAYS);
    const containers = await openClaw(provider.port);
    const cwd = exampleHere(provider.port, containers);
    const keys = { ANTHROPIC_API_KEY: REAL_KEY, OPENAI_API_KEY: REAL_KEY, OPENROUTER_API_KEY: REAL_KEY };
    const call = (words: string[]) => assay([...words, ...JUDGED], { cwd, env: { ...containers.env, ...keys } });
    const run = await call(["run-eval"]);
    // Codex's forgotten correction is a failed check.
    expect([run.code, run.stdout + run.stderr]).toEqual([1, expect.stringContaining("claude_code")]);

    expectComparison(JSON.parse((await call(["report", "--output", "json"])).stdout));
    const text = (await call(["report"])).stdout;
    for (const label of ["Claude Code with Sonnet", "Codex with GPT-5 mini", "OpenClaw with GPT-5 mini"])
      expect(text).toContain(label);
    expect(text).toContain("minutes-corrected");
    // The recording in place of OpenClaw reports a single turn.
    expect(text).not.toMatch(withRealOpenClaw ? /own account differs/ : /(?:claude_code|codex)\/.*own account differs/);

    const requests = provider.requests.length;
    expect((await call(["run-eval"])).code).toBe(1);
    expect(provider.requests).toHaveLength(requests);
  },
  600_000,
);

/** Every request that is answered costs 100 tokens in and 20 out, and every turn has two: a command, then words. */
const OF_A_TURN = { prompt: 200, completion: 40 };

/** Expects a report on all three: all of their trials scored, usage as the provider counted it, each pair compared, and Codex's mistake. */
function expectComparison({ trials, model_summaries, statistics }: CampaignReport): void {
  const told = trials.map(({ model_id, case_id, run_status, state, run }) =>
    [model_id, case_id, run_status, state, run?.prompt_tokens, run?.completion_tokens].join(" "),
  );
  const turns = { minutes_in_two_turns: 2, order_total: 1, release_notes: 1 };
  expect(told.sort()).toEqual(
    ["claude_code", "codex", "openclaw"].flatMap((model) =>
      Object.entries(turns).map(
        ([id, count]) => `${model} ${id} success scored ${OF_A_TURN.prompt * count} ${OF_A_TURN.completion * count}`,
      ),
    ),
  );
  expect(model_summaries).toMatchObject([
    { label: "Claude Code with Sonnet", scored: 3, checks: { passed: 4, total: 4 }, tool_calls: 4 },
    { label: "Codex with GPT-5 mini", scored: 3, checks: { passed: 3, total: 4 }, tool_calls: 4 },
    { label: "OpenClaw with GPT-5 mini", scored: 3, checks: { passed: 4, total: 4 }, tool_calls: 4 },
  ]);
  const [claude, codex] = model_summaries.map(({ score }) => score ?? 0);
  expect(claude).toBeGreaterThan(codex!);
  const pairs = new Map(statistics.comparisons.map((pair) => [[pair.first.id, pair.second.id].sort().join(" "), pair]));
  expect([...pairs.keys()].sort()).toEqual(["claude_code codex", "claude_code openclaw", "codex openclaw"]);
  // The better one comes first.
  const forgotten = { first: { id: "claude_code" }, difference: { cases: 3, better: 1, equal: 2, worse: 0 } };
  expect(pairs.get("claude_code codex")).toMatchObject(forgotten);
  // They did the same, and a judge who does not know who they are finds no difference.
  if (withRealOpenClaw) expect(pairs.get("claude_code openclaw")).toMatchObject({ difference: { equal: 3 } });
}

import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { EXIT } from "../src/cli/terminal/exit-codes.ts";
import { assay } from "./support/assay.ts";
import { testWorker } from "./support/cluster.ts";
import { damageRecords } from "./support/log-lines.ts";
import { lacks } from "./support/needs.ts";
import { projectRoot } from "./support/project-root.ts";
import { testRedis } from "./support/redis.ts";
import { temporaryFolder } from "./support/temporary.ts";

const page = readFileSync(join(projectRoot, "docs", "gates.md"), "utf8");

/** A row of a table of the page, its cells without backticks. */
function rowsBelow(heading: string): string[][] {
  const lines = page.slice(page.indexOf(`| ${heading} |`)).split("\n");
  const end = lines.findIndex((line) => !line.startsWith("|"));
  return lines.slice(2, end).map((line) =>
    line
      .slice(2, -2)
      .split(" | ")
      .map((cell) => cell.replaceAll("`", "")),
  );
}

test("the page has every exit code there is", () => {
  const codes = rowsBelow("code").map(([code]) => Number(code));
  expect(codes).toEqual([EXIT.ok, EXIT.failed, EXIT.usage, 3, EXIT.interrupted]);
});

const EXAMPLES = join(projectRoot, "examples");
const NAMES = ["--suite", "quickstart", "--run-profile", "offline"];
const JUDGED = [...NAMES, "--evaluation-profile", "offline_judge"];
const PASSING = ["--model", "diligent", "--case", "capital"];

/** Every row by its command and words: what provokes it. `cwd` is a workspace in which diligent and hasty are judged on one case. */
type Provoke = (cwd: string) => Promise<number | null>;

const call = async (cwd: string, ...words: string[]) => (await assay(words, { cwd })).code;
const edit = (cwd: string, path: string, change: (text: string) => string) =>
  writeFileSync(join(cwd, path), change(readFileSync(join(cwd, path), "utf8")));
const CASE = "configs/cases/capital/test.yaml";
const PROFILE = "configs/evaluation_profiles/offline_judge.yaml";
const check = (more: string) => (text: string) =>
  `${text.replace(/^deterministic_checks:[\s\S]*?(?=^\w|(?![\s\S]))/m, "")}\ndeterministic_checks: [{ check_id: busy, ${more}declarative: { kind: tool_call_count, count: 99 } }]\n`;
/** Another expectation: what was judged before is stale. */
const otherwise = (text: string) => text.replace('Names "Paris".', "Names the capital.");
const withoutJudges = () => "schema_version: 1\nevaluation_profile_id: offline_judge\ntitle: Checks\n";
const hook = (text: string) =>
  check("")(text).replace(/declarative: .*\}/, "module_hook: { path: own.mjs, callable_name: own }}");

/** Both commands have to end alike; `report` after `run-eval`, so that there is something to read. */
const judging =
  (prepare: (cwd: string) => void, ...words: string[]): Provoke =>
  async (cwd) => {
    prepare(cwd);
    const evaluated = await call(cwd, "run-eval", ...JUDGED, ...PASSING, "--quiet", "--no-chart", ...words);
    const reported = await call(cwd, "report", ...JUDGED, ...PASSING, ...words);
    expect(reported, "report ends as run-eval does").toBe(evaluated);
    return evaluated;
  };
const nothing = () => {};

const campaignNames = (cwd: string): string[] => {
  const suite = join(cwd, "outputs/evaluations/quickstart");
  return readdirSync(suite)
    .sort()
    .flatMap((run) => readdirSync(join(suite, run)).map((evaluation) => `quickstart/${run}/${evaluation}`));
};
/** A second run profile, `other`, under which diligent is judged as well. */
const secondProfile = async (cwd: string, ...words: string[]): Promise<[string, string]> => {
  const profile = readFileSync(join(cwd, "configs/run_profiles/offline.yaml"), "utf8");
  const other = profile.replace("run_profile_id: offline", "run_profile_id: other");
  writeFileSync(join(cwd, "configs/run_profiles/other.yaml"), `${other}network_access: allow\n`);
  await call(cwd, "run-eval", ...JUDGED, "--run-profile", "other", ...PASSING, "--quiet", "--no-chart", ...words);
  const names = campaignNames(cwd);
  return [names.find((name) => name.includes("/offline-"))!, names.find((name) => name.includes("/other-"))!];
};
/** Another checkout, as the workspace is now. */
const baseFolder = async (cwd: string) => {
  const base = temporaryFolder();
  cpSync(cwd, base, { recursive: true });
  return base;
};
const gate = (cwd: string, base: string, ...words: string[]) => call(cwd, "gate", ...JUDGED, "--base", base, ...words);
const rubricJudge = (cwd: string, ...words: string[]) =>
  call(
    cwd,
    "rubric",
    "judge",
    "--samples",
    "samples.jsonl",
    "--rubric",
    "rubric.yaml",
    "--model",
    "offline/judge",
    "--name",
    "r",
    "-q",
    ...words,
  );
const batchJudge = (cwd: string, items: string, name: string) =>
  call(cwd, "batch", "judge", "--spec", "spec.yaml", "--items", items, "--name", name, "--quiet");
const batchResult = (cwd: string, name: string, change: (score: number) => number) => {
  const path = join(cwd, "outputs/batch", name, "result.json");
  const result = JSON.parse(readFileSync(path, "utf8"));
  for (const item of result.items) if (item.score !== null) item.score = change(item.score);
  writeFileSync(path, JSON.stringify(result));
};
const twoBatches = async (cwd: string, change: (score: number) => number) => {
  await batchJudge(cwd, "experiment-1.jsonl", "one");
  cpSync(join(cwd, "outputs/batch/one"), join(cwd, "outputs/batch/two"), { recursive: true });
  batchResult(cwd, "two", change);
  return await call(cwd, "batch", "compare", "outputs/batch/one", "outputs/batch/two");
};

/** Without Redis, the code is assumed to be correct; `lacks` reports that loudly. */
const withRedis = async (use: (url: string) => Promise<number | null>) =>
  lacks("redis") ? 0 : await use((await testRedis()).url);

const doctorOf =
  (sandbox: string): Provoke =>
  (cwd) => {
    edit(
      cwd,
      "configs/run_profiles/offline.yaml",
      (text) => `${text.replace(/^sandbox:.*\n/m, "")}\nsandbox: ${sandbox}\n`,
    );
    return call(cwd, "doctor", "--run-profile", "offline");
  };

const SCENARIOS: Record<string, Provoke> = {
  "run 0: every trial succeeded, now or when it was stored": (cwd) => call(cwd, "run", ...NAMES, ...PASSING),
  "run 1: a trial did not succeed, or was not run": (cwd) => call(cwd, "run", ...NAMES, "--model", "failing"),
  "run 2: a mistake in a file or the command, or a missing key": (cwd) =>
    call(cwd, "run", ...NAMES, "--model", "dilligent"),
  "run-eval, report 0: every trial has a score and passes": judging(nothing),
  "run-eval, report 1: nothing was judged, or nothing was decided": async (cwd) => {
    rmSync(join(cwd, "outputs"), { recursive: true });
    expect(await call(cwd, "report", ...JUDGED)).toBe(1);
    edit(cwd, PROFILE, withoutJudges);
    edit(cwd, CASE, (text) => check("")(text).replace(/deterministic_checks:.*\n/, ""));
    return await judging(nothing)(cwd);
  },
  "run-eval, report 1: a trial did not succeed, was not run, or has no current score": async (cwd) => {
    edit(cwd, CASE, otherwise);
    expect(await call(cwd, "report", ...JUDGED, ...PASSING)).toBe(1);
    return await call(cwd, "run-eval", ...JUDGED, "--model", "failing", "--quiet", "--no-chart");
  },
  "run-eval, report 1: a trial scores below pass_threshold": judging((cwd) =>
    edit(cwd, PROFILE, (text) => text.replace("pass_threshold: 6", "pass_threshold: 10")),
  ),
  "run-eval, report 1: a required check failed or could not be decided": judging((cwd) =>
    edit(cwd, CASE, check("required: true, ")),
  ),
  "run-eval, report 1: without judges: a check failed or could not be decided": judging((cwd) => {
    edit(cwd, PROFILE, withoutJudges);
    edit(cwd, CASE, check(""));
  }),
  "run-eval, report 1: --fail-on-checks: a check failed or could not be decided, or there is none": async (cwd) => {
    writeFileSync(join(cwd, "configs/cases/capital/own.mjs"), "export const own = () => 'neither';\n");
    expect(await judging((at) => edit(at, CASE, hook))(cwd)).toBe(0);
    return await judging(nothing, "--fail-on-checks")(cwd);
  },
  "run-eval, report 1: --fail-under: a model's mean is lower, or it has none": judging(nothing, "--fail-under", "10"),
  "run-eval, report 2: a mistake in a file or the command": judging((cwd) =>
    edit(cwd, PROFILE, (text) => text.replace("method: median", "method: medium")),
  ),
  "compare 0: compared; with --fail-on-regression: no regression shown": async (cwd) =>
    call(cwd, "compare", ...(await secondProfile(cwd)), "--fail-on-regression"),
  "compare 1: --fail-on-regression: the candidate is worse": (cwd) =>
    call(cwd, "compare", "diligent", "failing", ...JUDGED, "--fail-on-regression"),
  "compare 1: --fail-on-regression: the candidate has no current score in a case where the base has one": async (
    cwd,
  ) => {
    const more = ["--case", "arithmetic"];
    await call(cwd, "run-eval", ...JUDGED, "--model", "diligent", ...more, "--quiet", "--no-chart");
    const names = await secondProfile(cwd, ...more);
    // The base keeps its evaluation; of the candidate's, and of the calls it rests on, nothing can be read.
    damageRecords(
      cwd,
      ({ kind, place }) => kind === "call" || place?.startsWith(`${names[1]}/diligent/capital`) === true,
    );
    return await call(cwd, "compare", ...names, "--fail-on-regression", "10");
  },
  "compare 2: no case has a current score on both sides": async (cwd) => {
    const names = await secondProfile(cwd);
    edit(cwd, CASE, otherwise);
    return await call(cwd, "compare", ...names);
  },
  "gate 0: improved, no change shown, or too little data": async (cwd) => gate(cwd, await baseFolder(cwd), ...PASSING),
  "gate 1: regressed": async (cwd) => {
    const all = ["--model", "diligent"];
    await call(cwd, "run-eval", ...JUDGED, ...all, "--quiet", "--no-chart");
    const base = await baseFolder(cwd);
    edit(cwd, "configs/suites/quickstart.yaml", (text) => text.replace("offline/diligent", "offline/failing"));
    await call(cwd, "run-eval", ...JUDGED, ...all, "--quiet", "--no-chart");
    return await gate(cwd, base, ...all);
  },
  "gate 1: --strict: too little data": async (cwd) => {
    const base = await baseFolder(cwd);
    edit(cwd, CASE, (text) => text.replace("capital of France", "capital city of France"));
    await call(cwd, "run-eval", ...JUDGED, ...PASSING, "--quiet", "--no-chart");
    expect(await gate(cwd, base, ...PASSING)).toBe(0);
    return await gate(cwd, base, ...PASSING, "--strict");
  },
  "gate 1: the candidate has no current score in a case where the base has one": async (cwd) => {
    const two = ["--model", "diligent", "--case", "capital", "--case", "arithmetic"];
    await call(cwd, "run-eval", ...JUDGED, ...two, "--quiet", "--no-chart");
    const base = await baseFolder(cwd);
    edit(cwd, CASE, (text) => text.replace("capital of France", "capital city of France"));
    return await gate(cwd, base, ...two);
  },
  "gate 2: the base does not exist, or no case has a current score on both sides": async (cwd) => {
    expect(await gate(cwd, "nowhere")).toBe(2);
    const base = await baseFolder(cwd);
    edit(cwd, CASE, otherwise);
    return await gate(cwd, base, ...PASSING);
  },
  "plan 0: the plan is shown; missing keys are part of it": (cwd) => {
    edit(cwd, "configs/suites/quickstart.yaml", (text) => text.replace("offline/diligent", "acme/diligent"));
    return call(cwd, "plan", ...JUDGED);
  },
  "plan 2: a mistake in a file or the command": (cwd) => call(cwd, "plan", ...NAMES, "--case", "capitol"),
  "validate 0: no error; there may be warnings": (cwd) => call(cwd, "validate"),
  "validate 2: an error, or nothing to check": async (cwd) => {
    mkdirSync(join(cwd, "empty/configs/suites"), { recursive: true });
    expect(await call(join(cwd, "empty"), "validate")).toBe(2);
    edit(cwd, "configs/suites/quickstart.yaml", (text) =>
      text.replace("model_id: hasty", "model_id: hasty\n    temprature: 0"),
    );
    return await call(cwd, "validate");
  },
  "rubric judge 0: every sample has valid judgements": (cwd) => rubricJudge(cwd),
  "rubric judge 1: some samples were refused, or judgements are invalid, unanswered or missing": (cwd) => {
    edit(cwd, "samples.jsonl", (text) => `${text}nonsense\n`);
    return rubricJudge(cwd);
  },
  "rubric judge 2: no sample can be judged, or a file or the command is wrong": async (cwd) => {
    edit(cwd, "samples.jsonl", () => "");
    expect(await rubricJudge(cwd, "--dry-run")).toBe(2);
    return await rubricJudge(cwd);
  },
  "rubric summarize 0: every judgement exists and is valid": async (cwd) => {
    await rubricJudge(cwd);
    return await call(cwd, "rubric", "summarize", "--from", "outputs/rubric/r");
  },
  "rubric summarize 1: judgements are invalid, unanswered or missing, or there are none": async (cwd) => {
    await rubricJudge(cwd);
    const path = "outputs/rubric/r/judgements.jsonl";
    edit(cwd, path, (text) => text.split("\n").slice(1).join("\n"));
    expect(await call(cwd, "rubric", "summarize", "--from", "outputs/rubric/r")).toBe(1);
    edit(cwd, path, () => "");
    return await call(cwd, "rubric", "summarize", "--from", "outputs/rubric/r");
  },
  "rubric summarize 2: there is no judging to summarize": (cwd) =>
    call(cwd, "rubric", "summarize", "--from", "configs"),
  "rubric samples 0: there are samples": (cwd) => call(cwd, "rubric", "samples", "--from", "outputs"),
  "rubric samples 1: no run became a sample": (cwd) => {
    damageRecords(cwd, ({ kind }) => kind === "run");
    return call(cwd, "rubric", "samples", "--from", "outputs");
  },
  "batch judge 0: every batch was asked, and an item is scored": (cwd) => batchJudge(cwd, "experiment-1.jsonl", "one"),
  "batch judge 1: incomplete, or no item is scored": (cwd) => {
    edit(cwd, "spec.yaml", (text) =>
      text.replace(
        "model: offline/judge",
        "model: acme/judge\n    retries: 0\n    gateway: { base_url: 'http://127.0.0.1:9/v1' }",
      ),
    );
    return batchJudge(cwd, "experiment-1.jsonl", "one");
  },
  "batch judge 2: the spec, the output or a key is wrong": (cwd) => {
    edit(cwd, "experiment-1.jsonl", () => "");
    return batchJudge(cwd, "experiment-1.jsonl", "one");
  },
  "batch compare 0: keep": (cwd) => twoBatches(cwd, (score) => score + 1),
  "batch compare 1: revert": (cwd) => twoBatches(cwd, (score) => score - 1),
  "batch compare 3: inconclusive": (cwd) => {
    let number = 0;
    return twoBatches(cwd, (score) => score + (number++ % 2 === 0 ? 2 : -1.4));
  },
  "batch compare 2: the results were not measured the same way, or do not exist": async (cwd) => {
    await batchJudge(cwd, "experiment-1.jsonl", "one");
    expect(await call(cwd, "batch", "compare", "outputs/batch/one", "outputs/batch/none")).toBe(2);
    edit(cwd, "spec.yaml", (text) => text.replace("batch_size: 5", "batch_size: 4"));
    await batchJudge(cwd, "experiment-1.jsonl", "two");
    return await call(cwd, "batch", "compare", "outputs/batch/one", "outputs/batch/two");
  },
  "files 0: all files were made": (cwd) => call(cwd, "files", "quickstart"),
  "files 1: records are damaged, and some files could not be made": (cwd) => {
    damageRecords(cwd, ({ kind }) => kind === "text");
    return call(cwd, "files");
  },
  "trials 0: the trials that match are listed, even if there are none": (cwd) => call(cwd, "trials", "--score", "none"),
  "trials 2: there is no such campaign, or a filter is wrong": (cwd) => call(cwd, "trials", "quickstrat"),
  "show 0: the trial is shown": (cwd) => call(cwd, "show", "diligent/capital"),
  "show 2: there is no such trial, or several are meant": (cwd) => call(cwd, "show", "capital"),
  "run-eval --only failed 0: nothing failed before, or everything passes now": (cwd) =>
    call(cwd, "run-eval", ...JUDGED, ...PASSING, "--only", "failed", "--quiet"),
  "run-eval --only failed 2: nothing is stored yet": (cwd) => {
    rmSync(join(cwd, "outputs"), { recursive: true });
    return call(cwd, "run-eval", ...JUDGED, ...PASSING, "--only", "failed", "--quiet");
  },
  "files 2: nothing is stored under the name that was given": (cwd) => call(cwd, "files", "quickstrat"),
  "pack 0: the file is written": (cwd) => call(cwd, "pack", "quickstart"),
  "pack 2: there is no such campaign, or several": (cwd) => call(cwd, "pack", "quickstrat"),
  "unpack 0: everything matches its checksum and is in its folder": async (cwd) => {
    await call(cwd, "pack", "quickstart", "--output", "shared.tgz");
    return await call(cwd, "unpack", "shared.tgz");
  },
  "unpack 2: the file is refused, or the folder is not empty; nothing is left behind": (cwd) =>
    call(cwd, "unpack", CASE),
  "verify 0: every score comes out as it is stored": (cwd) => call(cwd, "verify"),
  "verify 1: something comes out differently, is missing or damaged": (cwd) => {
    damageRecords(cwd, ({ kind }) => kind === "call");
    return call(cwd, "verify");
  },
  "verify 1: nothing was judged": (cwd) => {
    damageRecords(
      cwd,
      ({ kind }) => kind === "evaluation",
      () => "",
    );
    return call(cwd, "verify");
  },
  "verify 2: there is no such campaign, or the packed file is refused": (cwd) => call(cwd, "verify", CASE),
  "store verify 0: everything is intact, or another copy is": (cwd) => call(cwd, "store", "verify"),
  "store verify 1: something is damaged": (cwd) => {
    damageRecords(cwd, ({ kind }) => kind === "run");
    return call(cwd, "store", "verify");
  },
  "store merge 0: everything was merged": async (cwd) => {
    cpSync(join(cwd, "outputs"), join(cwd, "other"), { recursive: true });
    return await call(cwd, "store", "merge", "other");
  },
  "store merge 2: a folder is not a store, or could not be merged completely": (cwd) =>
    call(cwd, "store", "merge", "configs"),
  "store prune 0: shown, or with --yes removed": (cwd) => call(cwd, "store", "prune", "--superseded", "--yes"),
  "store prune 2: nothing has that name, or the store is in use": (cwd) =>
    call(cwd, "store", "prune", "--campaign", "nowhere"),
  "run-eval --shard 0: every trial of the part has its result, whatever the scores": (cwd) =>
    call(cwd, "run-eval", ...JUDGED, "--model", "hasty", "--case", "capital", "--shard", "1/2", "--quiet"),
  "run-eval --shard 1: a trial of the part has no result": (cwd) => {
    edit(cwd, "configs/suites/quickstart.yaml", (text) => text.replace("offline/diligent", "acme/diligent"));
    edit(cwd, "configs/run_profiles/offline.yaml", (text) =>
      text.replace("runner_defaults:", "runner_defaults:\n  retries: 0"),
    );
    writeFileSync(join(cwd, ".env"), "OPENROUTER_API_KEY=key-for-tests-0123\nOPENROUTER_BASE_URL=http://127.0.0.1:9\n");
    return call(cwd, "run-eval", ...JUDGED, ...PASSING, "--shard", "1/1", "--quiet");
  },
  "run-eval --shard 2: there is no such shard, or something is asked for that needs the whole campaign": (cwd) =>
    call(cwd, "run-eval", ...JUDGED, "--shard", "3/2"),
  // Without a sandbox there is nothing that a machine could lack.
  "worker 0: it was asked to stop, and its jobs are done": () =>
    withRedis(async (url) => (await testWorker(url)).interrupt()),
  "worker 2: Redis cannot be used": (cwd) => call(cwd, "worker", "--redis", "redis://127.0.0.1:9"),
  "workers 0: the workers are listed, even if there are none": (cwd) =>
    withRedis((url) => call(cwd, "workers", "--redis", url)),
  "workers 2: Redis cannot be used": (cwd) => call(cwd, "workers", "--redis", "redis://127.0.0.1:9"),
  "doctor 0: nothing to fix": doctorOf("unsafe_host"),
  "doctor 1: something is missing, such as the sandbox that the run profile asks for": doctorOf(
    process.platform === "darwin" ? "bubblewrap" : "sandbox_exec",
  ),
  "doctor 2: the run profile does not exist, or has mistakes": (cwd) => call(cwd, "doctor", "--run-profile", "ofline"),
};

const rows = rowsBelow("command").map(([command, code, when]) => ({
  command: command!,
  code: Number(code),
  when: when!,
}));

test("every row of the table has something that provokes it, and nothing is provoked that has no row", () => {
  expect(Object.keys(SCENARIOS).sort()).toEqual(
    rows.map(({ command, code, when }) => `${command} ${code}: ${when}`).sort(),
  );
});

/** Judged once for all rows; each works in a copy. */
const template = mkdtempSync(join(tmpdir(), "assay-gates-"));
beforeAll(async () => {
  cpSync(join(EXAMPLES, "quickstart", "configs"), join(template, "configs"), { recursive: true });
  cpSync(join(EXAMPLES, "rubric", "en"), template, { recursive: true });
  cpSync(join(EXAMPLES, "batch"), template, { recursive: true });
  await call(template, "run-eval", ...JUDGED, "--case", "capital", "--quiet", "--no-chart");
});
afterAll(() => rmSync(template, { recursive: true, force: true }));

test.each(rows)("$command ends with $code: $when", async ({ command, code, when }) => {
  const cwd = temporaryFolder();
  cpSync(template, cwd, { recursive: true });
  expect(await SCENARIOS[`${command} ${code}: ${when}`]!(cwd)).toBe(code);
});

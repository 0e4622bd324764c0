import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as library from "../../src/index.ts";
import {
  type AssayErrorCode,
  calibrateGold,
  compare,
  isAssayError,
  judgeBatch,
  judgeSamples,
  label,
  listCases,
  mergeStore,
  openStoredResults,
  planLabels,
  report,
  run,
  runEval,
  runWorker,
  showTrial,
  storeWeights,
} from "../../src/index.ts";
import { projectRoot } from "../support/project-root.ts";
import { scriptedProvider } from "../support/scripted-provider.ts";
import { temporaryFolder } from "../support/temporary.ts";

const EXAMPLES = join(projectRoot, "examples");
const EXPORTED = new Map<string, unknown>(Object.entries(library));
const CAMPAIGN = { suite: "quickstart", runProfile: "offline", evaluationProfile: "offline_judge" };
const SMALL = { ...CAMPAIGN, models: ["diligent"], cases: ["arithmetic", "capital"] };

/** A judged workspace; tests that change one take a copy. */
let judged: string;
beforeAll(async () => {
  judged = mkdtempSync(join(tmpdir(), "assay-errors-"));
  cpSync(join(EXAMPLES, "quickstart", "configs"), join(judged, "configs"), { recursive: true });
  await runEval({ ...SMALL, cwd: judged });
});
afterAll(() => rmSync(judged, { recursive: true, force: true }));

const PROVOKED: Record<AssayErrorCode, () => Promise<unknown>> = {
  config: () => report({ ...CAMPAIGN, suite: "quickstrat", cwd: judged }),
  option: () => planLabels({ suite: "quickstart", budget: 0, cwd: judged }),
  no_workspace: () => listCases({ cwd: temporaryFolder() }),
  no_store: () => openStoredResults({ store: temporaryFolder() }),
  unknown_name: () => run({ ...CAMPAIGN, models: ["diligend"], cwd: judged }),
  ambiguous_name: () => showTrial({ trial: "diligent", cwd: judged }),
  nothing_stored: () => storeWeights({ cwd: newWorkspace() }),
  nothing_selected: () => run({ ...CAMPAIGN, models: [], cwd: judged }),
  not_comparable: () => compare({ ...CAMPAIGN, base: "diligent", candidate: "diligent", cwd: judged }),
  async locked() {
    const cwd = copyOf(judged);
    const [campaign] = (await library.listStore({ cwd })).campaigns;
    const holder = { pid: process.ppid, host: hostname(), process_start: null, since: "now", token: "t" };
    const folder = join(cwd, "outputs", "runs", campaign!.suite_id, campaign!.run_profile);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, ".lock"), JSON.stringify(holder));
    return await run({ ...SMALL, cwd });
  },
  not_ready: () => run({ ...CAMPAIGN, cwd: withModelsOf("acme"), env: {} }),
  input: () => judgeBatch({ spec: `${EXAMPLES}/batch/spec.yaml`, items: "none.jsonl", cwd: judged }),
  async output_path() {
    const stored = await report({ ...CAMPAIGN, cwd: judged });
    return await library.exportReport(stored, { format: "junit", file: ".", cwd: judged });
  },
  async damaged() {
    const cwd = copyOf(judged);
    mkdirSync(join(cwd, "labels", "plans"), { recursive: true });
    writeFileSync(join(cwd, "labels", "plans", "p.json"), "{");
    return await planLabels({ suite: "quickstart", budget: 1, name: "p", cwd });
  },
  async plan_conflict() {
    const cwd = copyOf(judged);
    await planLabels({ suite: "quickstart", budget: 2, name: "p", cwd });
    return await planLabels({ suite: "quickstart", budget: 1, name: "p", cwd });
  },
  async cost_limit() {
    const cwd = copyOf(judged);
    const session = await label({
      suite: "quickstart",
      annotator: "ann",
      questions: ["score:overall"],
      plan: null,
      cwd,
    });
    while (session.current() !== null) await session.answer({ value: 7 });
    await session.close();
    const answer = () => ({ content: "{}", usage: { cost_usd: 1 } as never });
    return await calibrateGold({ ...CAMPAIGN, cwd, judges: { even_judge: { answer } }, maxCostUsd: 0.000_001 });
  },
  async interrupted() {
    const stop = AbortSignal.abort();
    const samples = (async function* () {
      yield new TextEncoder().encode("{}\n");
    })();
    return await judgeSamples({ samples, model: "offline/judge", cwd: judged }, { noNewWork: stop });
  },
  redis: () => runWorker({ redis: "redis://127.0.0.1:1", cwd: judged }),
  async refused_bytes() {
    const from = join(temporaryFolder(), "outputs");
    cpSync(join(judged, "outputs"), from, { recursive: true });
    rmSync(join(from, "log"), { recursive: true });
    symlinkSync(join(judged, "outputs", "log"), join(from, "log"));
    return await mergeStore({ from, cwd: judged });
  },
  async store_not_writable() {
    const cwd = newWorkspace();
    writeFileSync(join(cwd, "outputs"), "");
    return await run({ ...CAMPAIGN, cwd });
  },
  async storage() {
    const cwd = withModelsOf("acme");
    const provider = await scriptedProvider(() => {
      rmSync(join(cwd, "outputs"), { recursive: true, force: true });
      writeFileSync(join(cwd, "outputs"), "");
      return "Paris";
    });
    const env = { OPENROUTER_BASE_URL: provider.baseUrl, OPENROUTER_API_KEY: "key-for-tests-0123456789" };
    return await run({ ...SMALL, cwd, env });
  },
};

describe("an error that a program can tell apart", () => {
  const rows = tableOf(readFileSync(join(projectRoot, "docs", "library.md"), "utf8"));

  test("is in the table of the page, and everything in the table is one", () => {
    const classes = [...EXPORTED.keys()].filter((name) => /^[A-Z].*Error$/.test(name));
    const parents = ["AssayError", "OperationError"];
    expect(rows.map(({ name }) => name).sort()).toEqual(classes.filter((name) => !parents.includes(name)).sort());
    expect(rows.map(({ code }) => code).sort()).toEqual(Object.keys(PROVOKED).sort());
  });

  test.each(rows)("$name is thrown with the code $code and its data", async ({ name, code, data }) => {
    const error = await PROVOKED[code]().then(
      () => null,
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(EXPORTED.get(name));
    expect(error).toMatchObject({ name, code });
    expect(Object.keys((error as library.AssayError).data)).toEqual(data);
    expect(isAssayError(error, code)).toBe(true);
  });
});

describe("isAssayError", () => {
  test("recognizes an error of another copy of the package", async () => {
    const other: typeof library = await import(join(projectRoot, "dist", "index.js"));
    const error = await other.listCases({ cwd: temporaryFolder() }).catch((thrown: unknown) => thrown);
    expect(error).not.toBeInstanceOf(library.NoWorkspaceError);
    expect(isAssayError(error, "no_workspace")).toBe(true);
  });

  test("does not take another kind, or a foreign error with the same code, for one", async () => {
    const error = await PROVOKED.no_workspace().catch((thrown: unknown) => thrown);
    expect(isAssayError(error, "no_store")).toBe(false);
    expect(isAssayError(Object.assign(new Error("x"), { code: "no_store" }))).toBe(false);
    expect([null, undefined, "no_store"].map((value) => isAssayError(value))).toEqual([false, false, false]);
  });
});

interface Row {
  name: string;
  code: AssayErrorCode;
  data: string[];
}

/** The rows of the table of errors: class, code and the names of its data. */
function tableOf(page: string): Row[] {
  const [, rows = ""] = /\| class \| code \| data \|.*\n.*\n((?:\|.*\n)+)/.exec(page) ?? [];
  return rows
    .trimEnd()
    .split("\n")
    .map((line) => {
      const [name, code, data] = line
        .split("|")
        .slice(1, 4)
        .map((cell) => [...cell.matchAll(/`(\w+)`/g)].map(([, word]) => word!));
      return { name: name![0], code: code![0], data: data! } as Row;
    });
}

function newWorkspace(): string {
  const folder = temporaryFolder();
  cpSync(join(EXAMPLES, "quickstart", "configs"), join(folder, "configs"), { recursive: true });
  return folder;
}

/** A workspace whose subjects are models of a provider. */
function withModelsOf(provider: string): string {
  const folder = newWorkspace();
  const file = join(folder, "configs", "suites", "quickstart.yaml");
  writeFileSync(file, readFileSync(file, "utf8").replaceAll("offline/", `${provider}/`));
  return folder;
}

function copyOf(workspace: string): string {
  const folder = temporaryFolder();
  cpSync(workspace, folder, { recursive: true });
  return folder;
}

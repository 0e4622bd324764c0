import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse, stringify } from "yaml";
import { projectRoot } from "../../../test/support/project-root.ts";
import { temporaryFolder } from "../../../test/support/temporary.ts";
import { formatDiagnostics } from "../../config/index.ts";
import type { ImportReport } from "../../importing/index.ts";
import { importPromptfoo, plan, validate } from "../index.ts";

const corpus = join(projectRoot, "test/corpora/promptfoo");
const configurations = readdirSync(corpus, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

/** As in promptfoo's documentation and published schema of November 2026. */
const DOCUMENTED =
  "answer-relevance bleu classifier contains contains-all contains-any contains-html contains-json contains-sql contains-xml context-faithfulness context-recall context-relevance conversation-relevance cost equals factuality finish-reason g-eval gleu guardrails icontains icontains-all icontains-any is-html is-json is-refusal is-sql is-valid-function-call is-valid-openai-function-call is-valid-openai-tools-call is-xml javascript latency levenshtein llm-rubric pi meteor model-graded-closedqa model-graded-factuality moderation perplexity perplexity-score python regex rouge-n ruby similar similar:cosine similar:dot similar:euclidean starts-with tool-call-f1 skill-used trajectory:goal-success trajectory:tool-args-match trajectory:step-count trajectory:tool-sequence trajectory:tool-used trace-error-spans trace-span-count trace-span-duration search-rubric webhook word-count select-best human max-score agent-rubric assert-set".split(
    " ",
  );

const reports = new Map<string, ImportReport>();

test.each(configurations)(
  "%s becomes a workspace that validates, and plans once its models are offline ones",
  async (name) => {
    const { into, report } = await imported(name);
    reports.set(name, report);
    const { ok, diagnostics } = await validate({ cwd: into });
    const errors = diagnostics.filter(({ severity }) => severity === "error");
    expect(formatDiagnostics(errors, { colors: false })).toBe("");
    expect([ok, report.validation?.ok]).toEqual([true, true]);
    for (const suite of useOfflineModels(into)) {
      const [profile] = readdirSync(join(into, "configs/run_profiles"));
      const { totals, problems } = await plan({ cwd: into, suite, runProfile: profile!.replace(".yaml", "") });
      expect(problems).toEqual([]);
      expect(totals.trials).toBeGreaterThan(0);
    }
  },
);

test("together they use every documented assertion", () => {
  const used = new Set(
    [...reports.values()].flatMap(({ entries }) =>
      entries.flatMap(({ what }) => /^(?:\w+ of )?assertion (?:not-)?(\S+)$/.exec(what)?.[1] ?? []),
    ),
  );
  expect(DOCUMENTED.filter((type) => !used.has(type))).toEqual([]);
});

test("what became of every kind of thing is held in a table", async () => {
  const rows = new Map<string, string>();
  for (const { entries } of reports.values())
    for (const { what, outcome, became = "", reason = "" } of entries) {
      if (/\d+ tests$/.test(what)) continue;
      const cells = [what, outcome.replace("_", " "), became, reason].map((cell) => visible(cell));
      rows.set(cells.join(" | "), `| ${cells.join(" | ")} |`);
    }
  const head = "| what | outcome | became | reason |\n|---|---|---|---|";
  const table = `${head}\n${[...rows.keys()]
    .sort()
    .map((key) => rows.get(key))
    .join("\n")}\n`;
  await expect(table).toMatchFileSnapshot(join(corpus, "outcomes.md"));
});

test("no key of a configuration is in any file that was written, and no file of elsewhere", async () => {
  for (const name of ["20-provider-objects", "32-outside"]) {
    const { into, report } = await imported(name);
    const files = readdirSync(into, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    const text = files.map((entry) => readFileSync(join(entry.parentPath, entry.name), "utf8")).join("\n");
    for (const secret of SECRETS) expect(text + JSON.stringify(report)).not.toContain(secret);
  }
});

/** Keys in the configurations, and contents of files that must not be read. */
const SECRETS = [
  "sk-test-not-a-real",
  "sk-env-not-a-real",
  "very-secret-token",
  "azure-secret",
  "user:password",
  "root:x:0",
  "engine-strict",
  "devDependencies",
  "hasWord",
];

async function imported(name: string): Promise<{ into: string; report: ImportReport }> {
  const into = join(temporaryFolder(), "workspace");
  const [file] = readdirSync(join(corpus, name)).filter((entry) => entry.startsWith("promptfooconfig."));
  return { into, report: await importPromptfoo({ cwd: join(corpus, name), file: file!, into }) };
}

function visible(text: string): string {
  return text.replaceAll("|", "\\|").replaceAll(/[\u0000-\u001f\u007f-\u009f]/g, "?");
}

/** Replaces all models and judges by offline programs; a suite without a supported provider gets one. */
function useOfflineModels(folder: string): string[] {
  const suites = join(folder, "configs/suites");
  return readdirSync(suites).map((file) => {
    const suite = parse(readFileSync(join(suites, file), "utf8"));
    const models = suite.models.map((model: object) => ({
      ...model,
      requested_model: "offline/diligent",
      gateway: undefined,
    }));
    suite.models = models.length > 0 ? models : [{ model_id: "stand_in", requested_model: "offline/diligent" }];
    writeFileSync(join(suites, file), stringify(suite));
    return suite.suite_id;
  });
}

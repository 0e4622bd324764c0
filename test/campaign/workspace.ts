import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { assay, type CliOptions, type CliResult } from "../support/assay.ts";
import { temporaryFolder } from "../support/temporary.ts";

/** The variable parts of a test campaign; everything has a sensible smallest value. */
export interface CampaignShape {
  models?: string[];
  cases?: string[];
  tools?: string[];
  question?: string;
  /** Fields of the run profile beside its ids. */
  profile?: Record<string, unknown>;
}

/** A workspace with one suite `s` and one run profile `p`. */
export function campaignWorkspace(shape: CampaignShape = {}): string {
  return temporaryFolder(campaignFiles(shape));
}

export function campaignFiles({
  models = ["some/model"],
  cases = ["a"],
  tools = [],
  question = "Do it.",
  profile = {},
}: CampaignShape = {}): Record<string, string> {
  const file = (value: unknown) => JSON.stringify(value);
  return {
    "configs/suites/s.yaml": file({
      schema_version: 1,
      suite_id: "s",
      title: "S",
      models: models.map((model, at) => ({ model_id: `m${at + 1}`, requested_model: model })),
    }),
    "configs/run_profiles/p.yaml": file({
      schema_version: 1,
      run_profile_id: "p",
      title: "P",
      runner_defaults: { retries: 0, timeout_seconds: 20 },
      ...profile,
    }),
    ...Object.fromEntries(
      cases.map((id) => [
        `configs/cases/${id}/test.yaml`,
        file({
          schema_version: 1,
          case_id: id,
          title: id,
          runner: { type: "llm_probe" },
          input: { messages: [{ role: "user", content: `${question} (${id})` }], context: { llm_probe: { tools } } },
        }),
      ]),
    ),
  };
}

/** Calls a campaign command on `s` and `p`. */
export function onCampaign(
  command: string,
  root: string,
  words: string[] = [],
  options: CliOptions = {},
): Promise<CliResult> {
  return assay([command, "--suite", "s", "--run-profile", "p", ...words], { cwd: root, ...options });
}

/** All files below outputs/, relative to it, sorted. */
export function storedFiles(root: string): string[] {
  const outputs = join(root, "outputs");
  if (!existsSync(outputs)) return [];
  return readdirSync(outputs, { recursive: true, encoding: "utf8", withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(outputs.length + 1))
    .sort();
}

/** Paths of run records, relative to outputs/, sorted. */
export function records(root: string): string[] {
  return storedFiles(root).filter((path) => /^runs\/.*\/run_\d+\.json$/.test(path));
}

// biome-ignore lint/suspicious/noExplicitAny: tests look into it as they please
export function readRecord(root: string, path: string): any {
  return JSON.parse(readFileSync(join(root, "outputs", path), "utf8"));
}

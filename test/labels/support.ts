import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import type { JudgedPacket } from "../../src/judging/index.ts";
import { currentPackets } from "../../src/labels/index.ts";
import type { LabelLine, LabelRecord } from "../../src/records/index.ts";
import { openStore } from "../../src/store/index.ts";
import { assay, type CliOptions, type CliResult } from "../support/assay.ts";
import { temporaryFolder } from "../support/temporary.ts";

/** Two subjects that answer differently, some cases, a judge of two; judged by the real CLI with its offline programs. */
export async function judgedWorkspace({ cases = 3, repetitions = 1 } = {}): Promise<string> {
  const root = temporaryFolder(workspaceFiles(cases, repetitions));
  const { stderr } = await assay([...RUN_EVAL, "--quiet", "--no-chart"], { cwd: root });
  if (stderr.includes("error:")) throw new Error(stderr);
  return root;
}

export const RUN_EVAL = ["run-eval", ...["--suite", "sums", "--run-profile", "plain", "--evaluation-profile", "pair"]];

function workspaceFiles(cases: number, repetitions = 1): Record<string, string> {
  const numbers = Array.from({ length: cases }, (_, index) => index + 1);
  return {
    "configs/suites/sums.yaml": JSON.stringify({
      schema_version: 1,
      suite_id: "sums",
      title: "Sums",
      models: [
        { model_id: "careful_one", requested_model: "offline/diligent" },
        { model_id: "quick_one", requested_model: "offline/hasty" },
      ],
    }),
    "configs/run_profiles/plain.yaml": JSON.stringify({
      schema_version: 1,
      run_profile_id: "plain",
      title: "Plain",
      execution_policy: { run_repetitions: repetitions },
    }),
    "configs/evaluation_profiles/pair.yaml": JSON.stringify({
      schema_version: 1,
      evaluation_profile_id: "pair",
      title: "Two judges",
      judges: [
        { judge_id: "even_judge", type: "llm_probe", model: "offline/judge" },
        { judge_id: "strict_judge", type: "llm_probe", model: "offline/judge-strict" },
      ],
      judge_runs: [
        { judge_run_id: "even", judge_id: "even_judge" },
        { judge_run_id: "strict", judge_id: "strict_judge" },
      ],
      aggregation: { method: "mean", pass_threshold: 6 },
    }),
    ...Object.fromEntries(
      numbers.map((number) => [
        `configs/cases/sum_${number}/test.yaml`,
        JSON.stringify({
          schema_version: 1,
          case_id: `sum_${number}`,
          title: "T",
          runner: { type: "llm_probe" },
          input: { messages: [{ role: "user", content: `What is ${number} * 21? Explain it in one sentence.` }] },
          expectations: { hard_expectations: [{ text: `States that the result is ${number * 21}.` }] },
        }),
      ]),
    ),
  };
}

/** `assay label …` in a workspace, with typed input. */
export function label(cwd: string, words: string[], stdin = "", options: CliOptions = {}): Promise<CliResult> {
  return assay(["label", ...words], { cwd, stdin, ...options });
}

export async function packetsOf(root: string): Promise<JudgedPacket[]> {
  const store = openStore(join(root, "outputs"));
  try {
    return await currentPackets(store);
  } finally {
    await store.close();
  }
}

/** Every line that was written, by file and in order. */
export function linesIn(root: string): LabelLine[] {
  const folder = join(root, "labels");
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith(".jsonl"))
    .sort()
    .flatMap((name) => readFileSync(join(folder, name), "utf8").split("\n"))
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));
}

export const PACKET = "a".repeat(64);

export function labelRecord(fields: Partial<LabelRecord> = {}): LabelRecord {
  return {
    format: "assay.label/1",
    packet_sha256: PACKET,
    question: { kind: "pass" },
    annotator: "ann",
    value: true,
    purpose: "measure",
    labelled_at: "2026-11-16T09:30:00.000Z",
    ...fields,
  };
}

export function expectOk({ code, stdout, stderr }: CliResult): string {
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  return stdout;
}

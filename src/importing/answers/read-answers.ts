import { readFileSync, statSync } from "node:fs";
import { basename } from "node:path";
import { parseJson, sha256 } from "../../text/index.ts";
import type { ForeignAnswer, ForeignAnswers } from "./foreign-answer.ts";
import { answersOfInspectArchive, answersOfInspectLog } from "./inspect-log.ts";
import { answersOfLines } from "./lines-of-answers.ts";
import { answersOfResults } from "./promptfoo-results.ts";

export type ReadAnswers = { ok: true; found: ForeignAnswers; sha256: string } | { ok: false; reason: string };

const LARGEST_BYTES = 512 * 1024 * 1024;

/** Reads a file of answers in any supported format. */
export function readAnswers(path: string, shown: string): ReadAnswers {
  try {
    if (!statSync(path).isFile()) return { ok: false, reason: "it is not a file" };
    if (statSync(path).size > LARGEST_BYTES) return { ok: false, reason: "it is larger than 512 MB" };
    const bytes = readFileSync(path);
    const hash = sha256(bytes);
    if (bytes.subarray(0, 4).equals(Buffer.from([0x50, 0x4b, 3, 4])))
      return { ok: true, found: answersOfInspectArchive(bytes, shown), sha256: hash };
    const found = answersOfText(bytes.toString("utf8").replace(/^\ufeff/, ""), shown);
    return found === null
      ? { ok: false, reason: "it is neither JSONL with answers, nor results of promptfoo, nor a log of Inspect" }
      : { ok: true, found, sha256: hash };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return { ok: false, reason: code === "ENOENT" ? "it does not exist" : message };
  }
}

function answersOfText(text: string, shown: string): ForeignAnswers | null {
  const whole = parseJson(text);
  if (whole.ok) {
    const found = answersOfInspectLog(whole.value, shown) ?? answersOfResults(whole.value, shown);
    if (found !== null) return found;
    const list = Array.isArray(whole.value) ? whole.value : [whole.value];
    return answersOfLines(list.map((value, index) => ({ place: `${shown}: entry ${index + 1}`, value })));
  }
  const lines = text.split("\n").flatMap((line, index) => {
    if (line.trim() === "") return [];
    const read = parseJson(line);
    const place = `${shown}:${index + 1}`;
    return [
      read.ok ? { place, value: read.value } : { place, value: undefined, problem: `the line is ${read.problem}` },
    ];
  });
  return lines.some(({ value }) => value !== undefined) ? answersOfLines(lines) : null;
}

/**
 * Converts an answer to a sample for `assay rubric judge`. Its claimed origin can never pass for a run of Assay, whose names are
 * a SHA-256 alone.
 */
export function sampleOfAnswer(
  { question, answer, model, variant, question_id, eval_set, repetition }: ForeignAnswer,
  origin: { path: string; sha256: string; made_by: string; number: number },
) {
  return {
    meta: {
      run_id: `imported/${origin.sha256.slice(0, 12)}/${origin.number}`,
      model,
      prompt_variant: variant,
      eval_set_variant: eval_set,
      question_id,
      ...(repetition !== undefined && { repetition }),
      imported_from: basename(origin.path),
      imported_sha256: origin.sha256,
      made_by: origin.made_by,
    },
    question,
    model_output: answer,
  };
}

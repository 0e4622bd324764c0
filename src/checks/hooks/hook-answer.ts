import type { Finding } from "../../records/index.ts";
import { openTrialFile } from "../../sandbox/index.ts";
import { DEEPEST_JSON, isJsonNestedDeeperThan, isRecord } from "../../text/index.ts";
import { excerpt } from "../inspection/excerpt.ts";
import type { HookStage } from "./hook-stage.ts";

/** The outcome of the call as written by our driver inside the sandbox. */
export type HookAnswer = { value: unknown } | { problem: string };

export const ANSWER_NAME = "assay-hook-answer.json";
const MOST_BYTES = 1024 * 1024;
const EXPECTED = "a hook returns true, false, or an object with `passed` (or `outcome`), `message` and `seen`";

/** Null if missing: the hook ended the process before the driver could write it. */
export async function readHookAnswer({ folders }: HookStage): Promise<HookAnswer | null> {
  const file = await openTrialFile(`/tmp/${ANSWER_NAME}`, folders);
  if (file.state !== "file") return null;
  try {
    if (file.bytes > MOST_BYTES) return { problem: `The hook returned more than ${MOST_BYTES} bytes.` };
    const text = await file.handle.readFile("utf8");
    if (isJsonNestedDeeperThan(text, DEEPEST_JSON))
      return { problem: `The hook returned a value that is nested more than ${DEEPEST_JSON} levels deep.` };
    const answer: unknown = JSON.parse(text);
    if (isRecord(answer) && typeof answer.problem === "string") return { problem: answer.problem };
    return isRecord(answer) && "value" in answer ? { value: answer.value } : null;
  } catch {
    return null;
  } finally {
    await file.handle.close();
  }
}

/** Checks a hook's return value against the convention; any other value is an error, since it says nothing about the subject. */
export function judgeAnswer(answer: HookAnswer): Finding {
  if ("problem" in answer) return error(excerpt(answer.problem, 2000));
  const { value } = answer;
  if (typeof value === "boolean") return finding(value, {});
  if (!isRecord(value)) return error(`The hook returned ${shorten(value)}; ${EXPECTED}.`);
  const { passed, outcome } = value;
  if (typeof passed === "boolean" && outcome === undefined) return finding(passed, value);
  if (passed !== undefined || typeof outcome !== "string")
    return error(`The hook returned ${shorten(value)}; ${EXPECTED}.`);
  if (outcome === "passed" || outcome === "failed") return finding(outcome === "passed", value);
  if (outcome === "error") return { ...error(textOf(value.message) ?? "The hook reports an error."), ...seenOf(value) };
  return error(`The hook returned the outcome ${shorten(outcome)}; expected "passed", "failed" or "error".`);
}

function finding(passed: boolean, value: Record<string, unknown>): Finding {
  const message = textOf(value.message) ?? (passed ? "The hook passed." : "The hook failed.");
  return { outcome: passed ? "passed" : "failed", message, ...seenOf(value) };
}

function error(message: string): Finding {
  return { outcome: "error", message };
}

function seenOf({ seen }: Record<string, unknown>): { seen?: string } {
  if (seen === undefined || seen === null) return {};
  return { seen: excerpt(typeof seen === "string" ? seen : JSON.stringify(seen), 1000) };
}

function textOf(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  return excerpt(typeof value === "string" ? value : JSON.stringify(value), 1000);
}

function shorten(value: unknown): string {
  return excerpt(JSON.stringify(value) ?? "nothing", 200);
}

import type { Usage } from "../../records/index.ts";
import type { ProcessResult } from "../../sandbox/index.ts";
import { isRecord } from "../../text/index.ts";
import {
  explainEarlyEnd,
  explainMissingAnswer,
  type FailedTurn,
  failedTurn as failed,
  type Naming,
  type Traces,
  type TurnOutcome,
} from "../agent-session/turn.ts";
import { findReport } from "./find-report.ts";
import { billedUsage } from "./usage.ts";

/**
 * Reads the output of `openclaw agent --json`. The exit code alone decides nothing: a stopped agent exits 0 with empty output, so
 * a success is a document with payloads and without an error. Without one, `traces` tells the fate of the container.
 */
export async function readTurn(
  call: ProcessResult,
  seconds: number,
  naming: Naming,
  traces: () => Promise<Traces>,
): Promise<TurnOutcome> {
  const early = explainEarlyEnd(call, seconds, naming);
  if (early) return early;
  const report = findReport(call);
  if (report?.ok === false) return { ...refused(report), gaveUp: true };
  if (report && Array.isArray(report.payloads)) return answered(report, report.payloads.filter(isRecord));
  return explainMissingAnswer(call, await traces(), naming);
}

/** Unverified: an agent with a shell can print a report of its own. */
function answered(report: Record<string, unknown>, payloads: Record<string, unknown>[]): TurnOutcome {
  const meta = recordIn(report, "meta");
  const usage = billedUsage(recordIn(meta, "agentMeta").usage);
  const error = isRecord(meta.error) ? meta.error : null;
  const texts = payloads.filter(({ isError }) => !isError).flatMap(({ text }) => (isText(text) ? [text] : []));
  const onlyErrors = payloads.length > 0 && payloads.every(({ isError }) => isError);
  // In 2026.4 only this value distinguishes a failed request from an answer.
  const brokeOff = meta.stopReason === "error";
  if (!error && !onlyErrors && !brokeOff && meta.aborted !== true) {
    const visible = typeof meta.finalAssistantVisibleText === "string" ? meta.finalAssistantVisibleText : "";
    return { status: "success", answer: visible || texts.join("\n\n") || null, usage, report };
  }
  const messages = [error?.message, payloads.find(({ isError }) => isError || brokeOff)?.text];
  const message = messages.find(isText) ?? "the agent's turn was aborted";
  const timedOut = meta.timeoutPhase !== undefined || /timeout/.test(String(meta.modelFallbackStopReason ?? ""));
  if (timedOut) return failed("timed_out", "timeout", message, report, usage);
  if (error?.kind === "context_overflow") return failed("failed", "execution", message, report, usage);
  return isProviders(message)
    ? providerFailed(message, report, usage)
    : failed("failed", "execution", message, report, usage);
}

/** `{ok: false, error}`: OpenClaw gave up, with a sentence as the reason. */
function refused(report: Record<string, unknown>): FailedTurn {
  const { message: said } = recordIn(report, "error");
  const message = isText(said) ? said : "no message";
  if (/unknown agent id|config is invalid/i.test(message)) return failed("invalid", "configuration", message, report);
  if (isProviders(message)) return providerFailed(message, report);
  if (/timed? ?out/i.test(message)) return failed("timed_out", "timeout", message, report);
  return failed("failed", "execution", message, report);
}

/** Recognises messages about the model's endpoint: `request failed (authentication failed, HTTP 401)`, a missing key … */
function isProviders(message: string): boolean {
  return /\bHTTP [1-5]\d\d\b|^[45]\d\d\b|request failed|no api key|rate.?limit|overloaded|billing|fetch failed|ECONN|ENOTFOUND|connection (error|refused)|network (error|request)/i.test(
    message,
  );
}

function providerFailed(message: string, report: Record<string, unknown>, usage: Usage | null = null): FailedTurn {
  // A missing or refused key affects every other trial too.
  const unrecoverable = /\bHTTP 40[123]\b|^40[123]\b|no api key/i.test(message);
  const failure = { stage: "provider" as const, message, ...(unrecoverable ? { unrecoverable } : {}) };
  return { status: "provider_error", failure, usage, report };
}

function recordIn(value: Record<string, unknown>, name: string): Record<string, unknown> {
  const inner = value[name];
  return isRecord(inner) ? inner : {};
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}

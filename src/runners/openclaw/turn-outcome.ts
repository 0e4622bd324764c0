import type { RunArtifact, RunStatus, Usage } from "../../records/index.ts";
import { type ContainerEnding, lastLine, type ProcessResult } from "../../sandbox/index.ts";
import { isRecord } from "../../text/index.ts";
import { findReport } from "./find-report.ts";
import { billedUsage } from "./usage.ts";

/** What one `openclaw agent` invocation came to. Only a success has an answer of the subject. */
export type TurnOutcome =
  | { status: "success"; answer: string | null; usage: Usage | null; report: Record<string, unknown> }
  | {
      status: Exclude<RunStatus, "success">;
      failure: NonNullable<RunArtifact["failure"]>;
      usage: Usage | null;
      report: Record<string, unknown> | null;
    };

/**
 * Reads what `openclaw agent --json` printed. The exit code decides nothing by itself: a stopped agent exits 0 with
 * empty output, so a success is a document with payloads and without an error. Where there is none, `ending` says what
 * became of the container.
 */
export async function readTurn(
  call: ProcessResult,
  seconds: number,
  ending: () => Promise<ContainerEnding>,
): Promise<TurnOutcome> {
  if (call.outcome === "timed_out")
    return failed("timed_out", "timeout", `the container was ended after ${seconds} s (openclaw.timeout_seconds)`);
  if (call.outcome === "interrupted") return failed("provider_error", "execution", "interrupted");
  if (call.outcome === "could_not_start")
    return failed("provider_error", "execution", call.message ?? "it could not be started");
  if (call.outcome === "disk_limit")
    return failed(
      "failed",
      "execution",
      "the agent wrote more than 4 GiB, or folders too deep to look into, and was ended",
    );
  if (call.outcome === "output_limit")
    return failed("failed", "execution", "the agent was ended for printing without end");
  const report = findReport(call);
  if (report?.ok === false) return refused(report);
  if (report && Array.isArray(report.payloads)) return answered(report, report.payloads.filter(isRecord));
  return withoutReport(call, await ending());
}

/** Nothing in it is certain: an agent with a shell can print a report of its own. */
function answered(report: Record<string, unknown>, payloads: Record<string, unknown>[]): TurnOutcome {
  const meta = recordIn(report, "meta");
  const usage = billedUsage(recordIn(meta, "agentMeta").usage);
  const error = isRecord(meta.error) ? meta.error : null;
  const texts = payloads.filter(({ isError }) => !isError).flatMap(({ text }) => (isText(text) ? [text] : []));
  const onlyErrors = payloads.length > 0 && payloads.every(({ isError }) => isError);
  // 2026.4 tells a failed request apart from an answer by this word only.
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

/** `{ok: false, error}`: OpenClaw gave up, and says why in a sentence. */
function refused(report: Record<string, unknown>): TurnOutcome {
  const { message: said } = recordIn(report, "error");
  const message = isText(said) ? said : "no message";
  if (/unknown agent id|config is invalid/i.test(message)) return failed("invalid", "configuration", message, report);
  if (isProviders(message)) return providerFailed(message, report);
  if (/timed? ?out/i.test(message)) return failed("timed_out", "timeout", message, report);
  return failed("failed", "execution", message, report);
}

function withoutReport({ exit_code, stderr }: ProcessResult, ending: ContainerEnding): TurnOutcome {
  const lastWords = lastLine(stderr);
  if (ending === "killed_from_outside")
    return failed(
      "provider_error",
      "execution",
      "the container was killed from outside, or the machine was out of memory",
    );
  if (ending === "over_its_memory")
    return failed("failed", "execution", "the agent used more memory than its container may, and was killed");
  if (ending === "ended_by_itself")
    return failed("failed", "execution", "the agent brought its container to an end, without an answer");
  if (exit_code === 125 || isClients(lastWords))
    return failed("provider_error", "execution", `the container did not start: ${lastWords}`);
  if (exit_code === 126 || exit_code === 127)
    return failed("invalid", "configuration", `the image cannot run \`openclaw\`: ${lastWords}`);
  // A container that is nowhere to be found: its engine was restarted, or somebody removed it.
  if (ending === "unknown") return failed("provider_error", "execution", `the container is gone: ${lastWords}`);
  if (exit_code === 137)
    return failed("failed", "execution", "OpenClaw was killed by something that the agent started");
  return failed("failed", "execution", `OpenClaw ended with exit code ${exit_code} and without an answer`);
}

/** The client's own last words, where it has no exit code for them: nerdctl exits with 1, as a failed agent does. */
function isClients(lastWords: string): boolean {
  return /^(time="[^"]*" level=fatal|FATA\[|docker: |Cannot connect to the Docker daemon|error during connect)/.test(
    lastWords,
  );
}

/** Sentences that speak of the model's endpoint: `request failed (authentication failed, HTTP 401)`, a missing key … */
function isProviders(message: string): boolean {
  return /\bHTTP [1-5]\d\d\b|^[45]\d\d\b|request failed|no api key|rate.?limit|overloaded|billing|fetch failed|ECONN|ENOTFOUND|connection (error|refused)|network (error|request)/i.test(
    message,
  );
}

function providerFailed(message: string, report: Record<string, unknown>, usage: Usage | null = null): TurnOutcome {
  // A key that is missing or refused stays so for every other trial.
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

function failed(
  status: Exclude<RunStatus, "success">,
  stage: NonNullable<RunArtifact["failure"]>["stage"],
  message: string,
  report: Record<string, unknown> | null = null,
  usage: Usage | null = null,
): TurnOutcome {
  return { status, failure: { stage, message }, usage, report };
}

import type { RunArtifact, RunStatus, Usage } from "../../records/index.ts";
import { lastLine, type ProcessResult } from "../../sandbox/index.ts";
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
 * empty output, so a success is a document with payloads and without an error.
 */
export function readTurn(call: ProcessResult, seconds: number): TurnOutcome {
  if (call.outcome === "timed_out")
    return failed("timed_out", "timeout", `the container was ended after ${seconds} s (openclaw.timeout_seconds)`);
  if (call.outcome === "interrupted") return failed("provider_error", "execution", "interrupted");
  if (call.outcome === "could_not_start")
    return failed("provider_error", "execution", call.message ?? "it could not be started");
  if (call.outcome === "disk_limit")
    return failed("failed", "execution", "the agent wrote more than 4 GiB and was ended");
  if (call.outcome === "output_limit")
    return failed("failed", "execution", "the agent was ended for printing without end");
  const report = parseReport(call.stdout);
  if (report === null) return withoutReport(call);
  if (report.ok === false) return refused(report);
  return Array.isArray(report.payloads) ? answered(report) : withoutReport(call);
}

interface Payload {
  text?: string | null;
  isError?: boolean;
}

function answered(report: Record<string, unknown>): TurnOutcome {
  const payloads = report.payloads as Payload[];
  const meta = (report.meta ?? {}) as Record<string, unknown>;
  const agentMeta = (meta.agentMeta ?? {}) as Record<string, unknown>;
  const usage = billedUsage(agentMeta.usage);
  const error = meta.error as { kind?: string; message?: string } | undefined;
  const texts = payloads.filter(({ isError }) => !isError).flatMap(({ text }) => (text ? [text] : []));
  const onlyErrors = payloads.length > 0 && payloads.every(({ isError }) => isError);
  if (!error && !onlyErrors && meta.aborted !== true) {
    const visible = typeof meta.finalAssistantVisibleText === "string" ? meta.finalAssistantVisibleText : "";
    return { status: "success", answer: visible || texts.join("\n\n") || null, usage, report };
  }
  const message = error?.message ?? payloads.find(({ isError }) => isError)?.text ?? "the agent's turn was aborted";
  const timedOut = meta.timeoutPhase !== undefined || /timeout/.test(String(meta.modelFallbackStopReason ?? ""));
  if (timedOut) return failed("timed_out", "timeout", message, report, usage);
  if (error?.kind === "context_overflow") return failed("failed", "execution", message, report, usage);
  return isProviders(message)
    ? providerFailed(message, report, usage)
    : failed("failed", "execution", message, report, usage);
}

/** `{ok: false, error}`: OpenClaw gave up, and says why in a sentence. */
function refused(report: Record<string, unknown>): TurnOutcome {
  const message = String((report.error as { message?: unknown } | undefined)?.message ?? "no message");
  if (/unknown agent id|config is invalid/i.test(message)) return failed("invalid", "configuration", message, report);
  if (isProviders(message)) return providerFailed(message, report);
  if (/timed? ?out/i.test(message)) return failed("timed_out", "timeout", message, report);
  return failed("failed", "execution", message, report);
}

function withoutReport({ exit_code, stderr }: ProcessResult): TurnOutcome {
  const lastWords = lastLine(stderr);
  if (exit_code === 125 || isClients(lastWords))
    return failed("provider_error", "execution", `the container did not start: ${lastWords}`);
  if (exit_code === 126 || exit_code === 127)
    return failed("invalid", "configuration", `the image cannot run \`openclaw\`: ${lastWords}`);
  if (exit_code === 137)
    return failed("failed", "execution", "the container was killed, most likely for using too much memory");
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

function parseReport(stdout: string): Record<string, unknown> | null {
  // Older versions print log lines before the document.
  const starts = [0, stdout.indexOf("\n{") + 1].filter((start) => stdout[start] === "{" || start === 0);
  for (const start of new Set(starts)) {
    try {
      const value: unknown = JSON.parse(stdout.slice(start));
      if (value !== null && typeof value === "object") return value as Record<string, unknown>;
    } catch {
      // The next place may be where it starts.
    }
  }
  return null;
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

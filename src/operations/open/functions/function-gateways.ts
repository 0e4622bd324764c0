import { randomBytes } from "node:crypto";
import { OptionError, UnknownNameError } from "../../../errors/index.ts";
import type { Gateway, Gateways } from "../../../gateway/index.ts";
import type { ChatMessage, ChatOutcome, ChatRequest, ToolCall, ToolDefinition, Usage } from "../../../records/index.ts";
import { timerMilliseconds } from "../../../text/index.ts";
import { readFunctionAnswer } from "./function-answer.ts";
import { catchLateErrors, describeThrown } from "./late-errors.ts";

/** Request to a function that replaces a model. */
export interface FunctionRequest {
  messages: ChatMessage[];
  tools: ToolDefinition[];
  /** Other parameters of the request: temperature, response_format … */
  options: Record<string, unknown>;
  /** Counted from 1; the same question is asked once per repetition. */
  repetition: number;
  /** Reads the bytes of a medium in a message's `parts`. */
  readMedia(sha256: string): Uint8Array;
  signal?: AbortSignal;
}

/** Text, an object (sent as JSON), or a message with tool calls and usage. */
export type FunctionAnswer =
  | string
  | { content: string | null; tool_calls?: ToolCall[]; usage?: Usage }
  | Record<string, unknown>;

/** Subject or judge implemented by a function of the calling program. */
export interface FunctionModel {
  answer: (request: FunctionRequest) => FunctionAnswer | Promise<FunctionAnswer>;
  /** Part of the answers' identity. Without it, changes go unnoticed, so nothing is reused. */
  version?: string;
}

const PREFIX = "function/";

/** Model name of a function. */
export function functionModelName(name: string): string {
  return `${PREFIX}${name}`;
}

/** Renames judges' functions, since a subject may have the same name. */
export function judgeFunctions(judges: Record<string, FunctionModel> = {}): Record<string, FunctionModel> {
  return Object.fromEntries(Object.entries(judges).map(([judgeId, model]) => [judgeFunctionName(judgeId), model]));
}

const JUDGES = "judge/";

function judgeFunctionName(judgeId: string): string {
  return `${JUDGES}${judgeId}`;
}

/**
 * Replaces judges by functions.
 *
 * @throws OperationError for a function that matches no judge
 */
export function replaceJudges<Judge extends { judge_id: string }>(
  judges: readonly Judge[],
  functions: Record<string, FunctionModel> = {},
): (Judge | (Judge & { model: string }))[] {
  const declared = judges.map(({ judge_id }) => judge_id);
  const unknown = Object.keys(functions).find((judgeId) => !declared.includes(judgeId));
  if (unknown !== undefined)
    throw new UnknownNameError(
      `there is no judge ${unknown} that a function could take the place of; there is ${declared.join(", ")}`,
      { kind: "judge", name: unknown, known: declared },
    );
  return judges.map((judge) =>
    Object.hasOwn(functions, judge.judge_id)
      ? { ...judge, model: functionModelName(judgeFunctionName(judge.judge_id)) }
      : judge,
  );
}

/**
 * Wraps gateways so that functions answer the models `function/<name>`.
 *
 * @throws OperationError for something that is not a function
 */
export function addFunctions(gateways: Gateways, functions: Record<string, FunctionModel>): Gateways {
  const [mute] = Object.entries(functions).find(([, model]) => typeof model?.answer !== "function") ?? [];
  if (mute !== undefined)
    throw new OptionError(
      `${mute} is no function that can be asked: it must be { answer: (request) => … }`,
      mute.startsWith(JUDGES) ? "judges" : "subjects",
    );
  const own = new Map(
    Object.entries(functions).map(([name, model]) => [functionModelName(name), functionGateway(name, model)]),
  );
  return {
    ...gateways,
    forModel: (model, config) => own.get(model) ?? gateways.forModel(model, config),
    problem(model, config) {
      if (own.has(model)) return null;
      if (model.startsWith(PREFIX)) return `There is no function "${model.slice(PREFIX.length)}" in this program.`;
      return gateways.problem(model, config);
    },
  };
}

function functionGateway(name: string, { answer, version }: FunctionModel): Gateway {
  const unique = version === undefined ? `once-${randomBytes(8).toString("hex")}` : `v${version}`;
  return {
    endpoint: `function:${name}:${unique}`,
    offline: false,
    async complete(request, { signal, timeoutSeconds }) {
      const started = performance.now();
      const failed = (status: "timed_out" | "provider_error" | "interrupted", message: string): ChatOutcome => ({
        status,
        message,
        http_status: null,
        raw: null,
        latency_ms: performance.now() - started,
        retries: [],
        permanent: false,
      });
      if (signal?.aborted) return failed("interrupted", "Interrupted before an answer came.");
      const limit = new AbortController();
      // AbortSignal.timeout does not keep a program alive while the function waits for nothing else.
      const timer = setTimeout(() => limit.abort(), timerMilliseconds(timeoutSeconds));
      const either = signal ? AbortSignal.any([signal, limit.signal]) : limit.signal;
      // A separate signal attributes errors of its listeners to this function.
      const told = new AbortController();
      either.addEventListener("abort", () => catchLateErrors(name, () => told.abort(either.reason)), { once: true });
      try {
        const answering = catchLateErrors(name, () => call(answer, request, told.signal));
        const given = await Promise.race([answering, rejected(either)]);
        const read = readFunctionAnswer(given);
        if (!read.ok) return failed("provider_error", `${name} ${read.problem}`);
        const { content, tool_calls, usage } = read;
        return {
          status: "answered",
          message: { content, tool_calls },
          finish_reason: tool_calls.length > 0 ? "tool_calls" : "stop",
          usage,
          provider: null,
          model: request.model,
          raw: null,
          latency_ms: performance.now() - started,
          retries: [],
        };
      } catch (error) {
        if (signal?.aborted) return failed("interrupted", "Interrupted before an answer came.");
        if (limit.signal.aborted) return failed("timed_out", `${name} gave no answer within ${timeoutSeconds} s.`);
        return failed("provider_error", `${name} threw: ${describeThrown(error)}`);
      } finally {
        clearTimeout(timer);
      }
    },
  };
}

async function call(
  answer: FunctionModel["answer"],
  request: ChatRequest,
  signal: AbortSignal,
): Promise<FunctionAnswer> {
  const { messages, tools = [], options, repetition = 1, media } = request;
  const readMedia = (sha256: string) => Buffer.from(media?.base64(sha256).toString("latin1") ?? "", "base64");
  // Copy the request, so that the function cannot change the record, the judges' view or later repetitions.
  const asked = structuredClone({ messages, tools, options });
  return await answer({ ...asked, repetition, readMedia, signal });
}

function rejected(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason), { once: true }));
}

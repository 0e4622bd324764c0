import type { Client } from "@modelcontextprotocol/client";
import type { LoadedTool } from "../../../config/index.ts";
import { packageVersion } from "../../../text/index.ts";
import { PROCESS_LIMITS } from "../../tools/exec-shell.ts";
import type { ExecutedTool, ToolSurroundings } from "../../tools/execute-tool.ts";
import { failure } from "../../tools/tool.ts";
import { placeFiles, placeNode } from "../programs/place-files.ts";
import { boundedFetch } from "./bounded-fetch.ts";
import { fillValues } from "./environment-values.ts";
import { MCP_LIMITS, type McpLimits } from "./limits.ts";
import { type MeteredTransport, meteredTransport } from "./metered-transport.ts";
import { resultAsText } from "./result-as-text.ts";
import { sanitizeText } from "./sanitize-text.ts";
import { type StartProgram, stdioTransport } from "./stdio-transport.ts";
import { withinSeconds } from "./within-seconds.ts";

/** The access that a server has: the same as any tool. */
export type ServerSurroundings = Pick<
  ToolSurroundings,
  "sandbox" | "workspace" | "tmp" | "network" | "diskBytes" | "env" | "signal"
>;

/** A connection to a server, closed by its opener. */
export interface McpConnection {
  /** Sends a request and waits within the time limit. The answer's shape is unchecked. @throws when nothing usable comes */
  ask(method: "tools/list" | "tools/call", params: Record<string, unknown>): Promise<unknown>;
  call(tool: string, given: Record<string, unknown>): Promise<ExecutedTool>;
  /** Explains an error in a sentence, including any known end of the server. */
  explain(error: unknown): string;
  close(): Promise<void>;
}

export type Connected = { ok: true; connection: McpConnection } | { ok: false; problem: string };

/** Starts a server in the sandbox, or opens a session with a remote one. A missing server is a value, not an exception. */
export async function connectMcp(
  tool: LoadedTool,
  surroundings: ServerSurroundings,
  limits: McpLimits = MCP_LIMITS,
): Promise<Connected> {
  if (tool.behaviour.kind !== "mcp") throw new Error("not a server");
  const { server } = tool.behaviour;
  const opened =
    server.url === undefined
      ? await programOf(tool, surroundings, limits)
      : await addressOf(tool, surroundings, limits);
  if (!opened.ok) return opened;
  const { transport, problem: whyGone } = opened.metered;
  const client = await openClient();
  const { signal } = surroundings;
  // The library limits each of its steps; our limit covers all of them together, however many the server causes.
  const inTime = <Result>(work: Promise<Result>) => withinSeconds(server.timeout_seconds, work, signal);
  const options = { timeout: server.timeout_seconds * 1000, signal };
  const explain = (error: unknown): string => sanitizeText(whyGone() ?? describeError(error, server.timeout_seconds));
  const ask = (method: string, params: Record<string, unknown>) =>
    inTime(client.request({ method, params }, AS_IT_CAME, options));
  const close = async (): Promise<void> => {
    await client.close().catch(() => {});
    await transport.close().catch(() => {});
  };
  try {
    await inTime(client.connect(transport, options));
  } catch (error) {
    const problem = explain(error);
    await close();
    return { ok: false, problem };
  }
  return {
    ok: true,
    connection: {
      ask,
      explain,
      close,
      async call(name, given) {
        try {
          return resultAsText(await ask("tools/call", { name, arguments: given }));
        } catch (error) {
          // The server's own error for this call; all other errors say nothing about the subject.
          if (isAnswer(error) && whyGone() === null) return failure((error as Error).message.slice(0, 2000));
          return { ...failure(`${tool.label} did not answer: ${explain(error)}`), unavailable: true };
        }
      },
    },
  };
}

async function openClient(): Promise<Client> {
  const { Client } = await import("@modelcontextprotocol/client");
  const client = new Client({ name: "assay", version: packageVersion() }, { capabilities: {} });
  // Without a listener the library would print or throw errors that a server can cause at any time.
  client.onerror = () => {};
  return client;
}

/** Bypasses the library's schemas, which report every invalid value: hundreds of megabytes for a list of ten thousand. */
const AS_IT_CAME = {
  "~standard": { version: 1, vendor: "assay", validate: (value: unknown) => ({ value }) },
} as const;

type Opened = { ok: true; metered: MeteredTransport } | { ok: false; problem: string };

async function programOf(
  { behaviour }: LoadedTool,
  surroundings: ServerSurroundings,
  limits: McpLimits,
): Promise<Opened> {
  if (behaviour.kind !== "mcp") throw new Error("not a server");
  const { sandbox: choice, workspace, tmp, network, diskBytes, env } = surroundings;
  if (!choice.ok) return { ok: false, problem: choice.reason };
  const { sandbox } = choice;
  const filled = fillValues(behaviour.server.env, env);
  if (!filled.ok) return filled;
  const placed = await placeFiles(behaviour.files, sandbox);
  const [program = "", ...words] = behaviour.server.command ?? [];
  const node = program === "node" ? await placeNode(sandbox) : { program: placed.wordInside(program), readOnly: [] };
  const start: StartProgram = (attach, ended) =>
    sandbox.run({
      argv: [node.program, ...words.map(placed.wordInside)],
      readOnly: [...placed.readOnly, ...node.readOnly],
      env: filled.values,
      limits: { ...PROCESS_LIMITS, seconds: limits.seconds, diskBytes },
      workspace,
      tmp,
      network,
      attach,
      signal: surroundings.signal ? AbortSignal.any([ended, surroundings.signal]) : ended,
    });
  return { ok: true, metered: meteredTransport(limits, (meter) => stdioTransport(start, meter)) };
}

async function addressOf({ behaviour }: LoadedTool, { env }: ServerSurroundings, limits: McpLimits): Promise<Opened> {
  if (behaviour.kind !== "mcp") throw new Error("not a server");
  const { url, headers } = behaviour.server;
  const filled = fillValues(headers, env);
  if (!filled.ok) return filled;
  const { StreamableHTTPClientTransport } = await import("@modelcontextprotocol/client");
  const metered = meteredTransport(
    limits,
    (meter) =>
      new StreamableHTTPClientTransport(new URL(url!), {
        requestInit: { headers: filled.values, redirect: "error" },
        fetch: boundedFetch(meter),
        reconnectionOptions: {
          maxRetries: 0,
          initialReconnectionDelay: 1000,
          maxReconnectionDelay: 1000,
          reconnectionDelayGrowFactor: 1,
        },
      }),
  );
  return { ok: true, metered };
}

/** Errors from a JSON-RPC answer have a numeric code; the library's own have words. */
function isAnswer(error: unknown): boolean {
  return typeof (error as { code?: unknown }).code === "number" && (error as Error).name === "ProtocolError";
}

function describeError(error: unknown, seconds: number): string {
  const { message, cause } = error as Error;
  if (/timed? ?out/i.test(message))
    return `there was no answer within ${seconds === 1 ? "one second" : `${seconds} seconds`}`;
  const reason = cause instanceof Error ? `${message} (${cause.message})` : message;
  return reason.split("\n")[0]!.slice(0, 500);
}

import type { Client, Transport } from "@modelcontextprotocol/client";
import type { LoadedTool } from "../../../config/index.ts";
import { packageVersion } from "../../../text/index.ts";
import { type ExecutedTool, failure, PROCESS_LIMITS, type ToolSurroundings } from "../../tools/index.ts";
import { placeFiles, placeNode } from "../programs/place-files.ts";
import { boundedFetch } from "./bounded-fetch.ts";
import { fillValues } from "./environment-values.ts";
import { plainWords } from "./plain-words.ts";
import { resultInWords } from "./result-words.ts";
import { type StdioTransport, stdioTransport } from "./stdio-transport.ts";

/** What a server may touch: as much as any tool. */
export type ServerSurroundings = Pick<
  ToolSurroundings,
  "sandbox" | "workspace" | "tmp" | "network" | "diskBytes" | "env" | "signal"
>;

/** A conversation with a server. It is closed by whoever opened it. */
export interface McpConnection {
  client: Client;
  call(tool: string, given: Record<string, unknown>): Promise<ExecutedTool>;
  /** An error as a sentence, with what is known about the end of the server. */
  explain(error: unknown): string;
  close(): Promise<void>;
}

export type Connected = { ok: true; connection: McpConnection } | { ok: false; problem: string };

/** A server is a guest for the length of a trial, however long that takes. */
const LONGEST_TRIAL_SECONDS = 24 * 3600;

/** Starts a server in the sandbox, or opens a session with one that runs elsewhere. A server that is not there is a value. */
export async function connectMcp(tool: LoadedTool, surroundings: ServerSurroundings): Promise<Connected> {
  if (tool.behaviour.kind !== "mcp") throw new Error("not a server");
  const { server } = tool.behaviour;
  const opened = server.url === undefined ? await programOf(tool, surroundings) : await addressOf(tool, surroundings);
  if (!opened.ok) return opened;
  const { transport, whyGone } = opened;
  const { Client } = await import("@modelcontextprotocol/client");
  const client = new Client(
    { name: "assay", version: packageVersion() },
    {
      capabilities: {},
      jsonSchemaValidator: {
        getValidator: () => (data) => ({ valid: true, data: data as never, errorMessage: undefined }),
      },
    },
  );
  // Without a listener the library would print or throw what a server may cause at any time.
  client.onerror = () => {};
  const options = { timeout: server.timeout_seconds * 1000, signal: surroundings.signal };
  const explain = (error: unknown): string => plainWords(whyGone() ?? inWords(error, server.timeout_seconds));
  const close = async (): Promise<void> => {
    await client.close().catch(() => {});
    await transport.close().catch(() => {});
  };
  try {
    await client.connect(transport, options);
  } catch (error) {
    const problem = explain(error);
    await close();
    return { ok: false, problem };
  }
  return {
    ok: true,
    connection: {
      client,
      explain,
      close,
      async call(name, given) {
        try {
          return resultInWords((await client.callTool({ name, arguments: given }, options)) as Record<string, unknown>);
        } catch (error) {
          // The server's own word about this call; everything else says nothing about the subject.
          if (isAnswer(error) && whyGone() === null) return failure((error as Error).message.slice(0, 2000));
          return { ...failure(`${tool.label} did not answer: ${explain(error)}`), unavailable: true };
        }
      },
    },
  };
}

type Opened = { ok: true; transport: Transport; whyGone: () => string | null } | { ok: false; problem: string };

async function programOf({ behaviour }: LoadedTool, surroundings: ServerSurroundings): Promise<Opened> {
  if (behaviour.kind !== "mcp") throw new Error("not a server");
  const { sandbox: choice, workspace, tmp, network, diskBytes, env } = surroundings;
  if (!choice.ok) return { ok: false, problem: choice.reason };
  const { sandbox } = choice;
  const filled = fillValues(behaviour.server.env, env);
  if (!filled.ok) return filled;
  const placed = await placeFiles(behaviour.files, sandbox);
  const [program = "", ...words] = behaviour.server.command ?? [];
  const node = program === "node" ? await placeNode(sandbox) : { program: placed.wordInside(program), readOnly: [] };
  const transport: StdioTransport = stdioTransport((attach, ended) =>
    sandbox.run({
      argv: [node.program, ...words.map(placed.wordInside)],
      readOnly: [...placed.readOnly, ...node.readOnly],
      env: filled.values,
      limits: { ...PROCESS_LIMITS, seconds: LONGEST_TRIAL_SECONDS, diskBytes },
      workspace,
      tmp,
      network,
      attach,
      signal: surroundings.signal ? AbortSignal.any([ended, surroundings.signal]) : ended,
    }),
  );
  return { ok: true, transport, whyGone: transport.problem };
}

async function addressOf({ behaviour }: LoadedTool, { env }: ServerSurroundings): Promise<Opened> {
  if (behaviour.kind !== "mcp") throw new Error("not a server");
  const filled = fillValues(behaviour.server.headers, env);
  if (!filled.ok) return filled;
  const { StreamableHTTPClientTransport } = await import("@modelcontextprotocol/client");
  const transport = new StreamableHTTPClientTransport(new URL(behaviour.server.url!), {
    requestInit: { headers: filled.values, redirect: "error" },
    fetch: boundedFetch,
    reconnectionOptions: {
      maxRetries: 0,
      initialReconnectionDelay: 1000,
      maxReconnectionDelay: 1000,
      reconnectionDelayGrowFactor: 1,
    },
  });
  return { ok: true, transport, whyGone: () => null };
}

/** An error that came as a JSON-RPC answer has a number for its code; the library's own have words. */
function isAnswer(error: unknown): boolean {
  return typeof (error as { code?: unknown }).code === "number" && (error as Error).name === "ProtocolError";
}

function inWords(error: unknown, seconds: number): string {
  const { message, cause } = error as Error;
  if (/timed? ?out/i.test(message))
    return `there was no answer within ${seconds === 1 ? "one second" : `${seconds} seconds`}`;
  const reason = cause instanceof Error ? `${message} (${cause.message})` : message;
  return reason.split("\n")[0]!.slice(0, 500);
}

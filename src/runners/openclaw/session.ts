import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { RecordingProxy, WayInside } from "../../proxy/index.ts";
import type { OpenContainer, ProcessResult } from "../../sandbox/index.ts";
import {
  hasAsked,
  MAX_ARGUMENT_BYTES,
  type Naming,
  refusedTurn,
  TRIAL_FOLDERS,
  type Turn,
  turnBounds,
} from "../agent-session/index.ts";
import type { GatewayRoute } from "./gateway-route.ts";
import { readTurn } from "./turn-outcome.ts";

/** One agent session: turns in one container, with one workspace, one state and one session id. */
export interface Session {
  container: OpenContainer;
  /** Host folder whose parts the container sees. */
  folder: string;
  agentId: string;
  sessionId: string;
  route: GatewayRoute;
  /** The proxy that records what the agent asks its model. */
  proxy: Pick<RecordingProxy, "beginTurn" | "record">;
  way: Pick<WayInside, "command" | "settings" | "secrets">;
  timeoutSeconds: number;
  naming: Naming;
  signal: AbortSignal;
}

/** OpenClaw reads no larger message file. */
const MAX_MESSAGE_FILE_BYTES = 4 * 1024 * 1024;
const VALIDATION_SECONDS = 120;

export function validateInContainer(session: Session): Promise<ProcessResult> {
  return openclaw(session, ["config", "validate", "--json"], VALIDATION_SECONDS);
}

/** Into a folder that the agent can read and not change: no turn runs with another model than the suite's. */
export async function writeConfig({ folder }: Pick<Session, "folder">, config: Record<string, unknown>): Promise<void> {
  await writeFile(join(folder, "given", "openclaw.json"), `${JSON.stringify(config, null, 2)}\n`, { mode: 0o644 });
}

/** Ends with the first turn that does not succeed: a later message would answer to something that never happened. */
export async function takeTurns(session: Session, texts: readonly string[]): Promise<Turn[]> {
  const turns: Turn[] = [];
  for (const [index, text] of texts.entries()) {
    session.proxy.beginTurn(index + 1);
    const turn = await takeTurn(session, text, index + 1);
    turns.push(turn);
    if (turn.outcome.status !== "success") break;
  }
  return turns;
}

/** One `openclaw agent` invocation. */
async function takeTurn(session: Session, message: string, number: number): Promise<Turn> {
  const { agentId, sessionId, timeoutSeconds, container } = session;
  const bytes = Buffer.byteLength(message);
  const fails = (problem: string): Turn => refusedTurn(message, problem);
  if (bytes > MAX_MESSAGE_FILE_BYTES)
    return fails(`the message of turn ${number} has ${bytes} bytes; OpenClaw takes at most ${MAX_MESSAGE_FILE_BYTES}`);
  const byFile = bytes > MAX_ARGUMENT_BYTES || message.includes("\0");
  if (byFile && !(await takesMessageFiles(session)))
    return fails(
      `the message of turn ${number} cannot be an argument (${bytes} bytes, or a NUL among them), and this OpenClaw has no --message-file; use a newer image`,
    );
  const file = `message_${number}.txt`;
  if (byFile) await writeFile(join(session.folder, "given", file), message, { mode: 0o644 });
  const words = ["agent", "--local", "--json", "--agent", agentId, "--session-id", sessionId];
  const call = await openclaw(
    session,
    [
      ...words,
      ...(byFile ? ["--message-file", `${TRIAL_FOLDERS.given}/${file}`] : ["--message", message]),
      "--timeout",
      String(ownTimeout(timeoutSeconds)),
    ],
    timeoutSeconds,
  );
  const traces = async () => ({ ending: await container.ending(), hasStarted: hasAsked(session.proxy) });
  return { message, call, outcome: await readTurn(call, timeoutSeconds, session.naming, traces) };
}

/** OpenClaw's own limit covers neither its start nor its retries; ours is the larger, so that it can end in order. */
function ownTimeout(seconds: number): number {
  return Math.max(1, Math.floor(seconds - Math.min(20, seconds / 4)));
}

async function takesMessageFiles(session: Session): Promise<boolean> {
  const help = await openclaw(session, ["agent", "--help"], VALIDATION_SECONDS);
  return help.stdout.includes("--message-file");
}

function openclaw(session: Session, words: string[], seconds: number): Promise<ProcessResult> {
  const { container, folder, route, way, signal } = session;
  return container.execute({
    settings: {
      HOME: TRIAL_FOLDERS.home,
      NO_COLOR: "1",
      OPENCLAW_CONFIG_PATH: `${TRIAL_FOLDERS.given}/openclaw.json`,
      OPENCLAW_STATE_DIR: TRIAL_FOLDERS.state,
      ...route.settings,
    },
    secrets: route.secrets,
    command: way.command(["openclaw", ...words]),
    ...turnBounds(folder, seconds, signal),
  });
}

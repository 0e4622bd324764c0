import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { RecordingProxy } from "../../proxy/index.ts";
import type { ProcessResult } from "../../sandbox/index.ts";
import type { OpenedTrial } from "../agent-environment/conduct-trial.ts";
import { MAX_ARGUMENT_BYTES } from "../agent-session/agent-container.ts";
import { hasAsked, type Naming, refusedTurn, type Turn } from "../agent-session/turn.ts";
import { readTurn } from "./turn-outcome.ts";

/** One agent session: turns in one environment, with one workspace, one state and one session id. */
export interface Session extends Pick<OpenedTrial, "place" | "folder" | "values" | "environment" | "sessionId"> {
  /** Name or path of its command. */
  program: string;
  agentId: string;
  /** The proxy that records the agent's model requests. */
  proxy: Pick<RecordingProxy, "beginTurn" | "record">;
  timeoutSeconds: number;
  naming: Naming;
}

/** OpenClaw reads no larger message file. */
const MAX_MESSAGE_FILE_BYTES = 4 * 1024 * 1024;
const VALIDATION_SECONDS = 120;

export function askAboutConfig(session: Session): Promise<ProcessResult> {
  return openclaw(session, ["config", "validate", "--json"], VALIDATION_SECONDS);
}

/** Writes to a folder that the agent can only read, so that no turn runs with another model than the suite's. */
export async function writeConfig(session: Session, config: Record<string, unknown>): Promise<void> {
  await give(session, CONFIG, `${JSON.stringify(config, null, 2)}\n`);
}

const CONFIG = "openclaw.json";

function give({ folder, place }: Session, name: string, text: string): Promise<void> {
  return writeFile(join(folder, place.layout.below.given, name), text, { mode: 0o644 });
}

/** Stops at the first turn that does not succeed: a later message would answer something that never happened. */
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

async function takeTurn(session: Session, message: string, number: number): Promise<Turn> {
  const { agentId, sessionId, timeoutSeconds, place } = session;
  const bytes = Buffer.byteLength(message);
  const fails = (problem: string): Turn => refusedTurn(message, problem);
  if (bytes > MAX_MESSAGE_FILE_BYTES)
    return fails(`the message of turn ${number} has ${bytes} bytes; OpenClaw takes at most ${MAX_MESSAGE_FILE_BYTES}`);
  const byFile = bytes > MAX_ARGUMENT_BYTES || message.includes("\0");
  if (byFile && !(await takesMessageFiles(session)))
    return fails(
      `the message of turn ${number} cannot be an argument (${bytes} bytes, or one of them is NUL), and this OpenClaw has no --message-file; use a newer one`,
    );
  const file = `message_${number}.txt`;
  if (byFile) await give(session, file, message);
  const words = ["agent", "--local", "--json", "--agent", agentId, "--session-id", sessionId];
  const call = await openclaw(
    session,
    [
      ...words,
      ...(byFile ? ["--message-file", `${place.layout.inside.given}/${file}`] : ["--message", message]),
      "--timeout",
      String(ownTimeout(timeoutSeconds)),
    ],
    timeoutSeconds,
  );
  // In the sandbox it has already reported its version.
  const hasStarted = () => place.kind === "sandbox" || hasAsked(session.proxy);
  const traces = async () => ({ ending: await place.ending(), hasStarted: hasStarted() });
  return { message, call, outcome: await readTurn(call, timeoutSeconds, session.naming, traces) };
}

/** OpenClaw's own limit excludes its start and its retries; ours is larger, so that it can end in order. */
function ownTimeout(seconds: number): number {
  return Math.max(1, Math.floor(seconds - Math.min(20, seconds / 4)));
}

async function takesMessageFiles(session: Session): Promise<boolean> {
  const help = await openclaw(session, ["agent", "--help"], VALIDATION_SECONDS);
  return help.stdout.includes("--message-file");
}

function openclaw(session: Session, words: string[], seconds: number): Promise<ProcessResult> {
  const { place, program, environment, values } = session;
  const { given, state } = place.layout.inside;
  return place.execute({
    command: [program, ...words],
    settings: { OPENCLAW_CONFIG_PATH: `${given}/${CONFIG}`, OPENCLAW_STATE_DIR: state },
    environment: { ...environment, OPENROUTER_API_KEY: values.token },
    stdin: undefined,
    seconds,
    // It would read a .env in its working directory.
    apart: true,
  });
}

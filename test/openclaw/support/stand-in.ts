import { chmodSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { projectRoot } from "../../support/project-root.ts";
import { temporaryFolder, writeFiles } from "../../support/temporary.ts";

/** One `openclaw agent` call in the fake container. */
interface StandInTurn {
  /** Shell commands, executed in the workspace. */
  does?: string;
  /** Printed to stdout: the name of a recorded file, or the text itself. */
  prints?: string;
  exits?: number;
  /** Printed to stderr. */
  complains?: string;
  /** Continues until the container is ended. */
  hangs?: boolean;
  /** The engine's description of the container afterwards, unless it just runs. */
  state?: { Running: boolean; OOMKilled?: boolean; ExitCode?: number } | "removed";
  /** Requests to the model, in place of those that must have led to what is printed and left. */
  asks?: object[];
  /** Hosts that it asks for besides, as `host:port`. */
  connects?: string[];
  /** Recorded transcript to leave as JSONL, the way older versions do. */
  transcript?: string;
}

export interface StandIn {
  turns?: StandInTurn[];
  /** Answers of `config validate`, in order, the last one again and again. */
  validations?: string[];
  /** Names that `ps -a` lists. */
  containers?: string[];
  version?: string;
  help?: string;
  /** Every `run` that asks for limits fails. */
  cannotLimit?: boolean;
  /** The image has to be pulled; or cannot be; or the pull takes ten minutes. */
  image?: "present" | "pulled" | "missing" | "slow";
  /** As `image inspect` prints it. */
  imageId?: string;
  /** Exit code of every `run`. */
  containerExits?: number;
  /** Only the container that stays open for the turns does not start. */
  doesNotOpen?: boolean;
  /** The kernel's counters, as a container that runs on sees them. */
  memoryEvents?: string;
}

export interface Call {
  words: string[];
  /** Variables that a `--env NAME` would hand over. */
  env: Record<string, string>;
}

/** Outputs recorded from the real OpenClaw. */
export function recorded(name: string): string {
  return readFileSync(join(projectRoot, "test/fixtures/openclaw", name), "utf8");
}

/**
 * A stand-in for the docker command line: same words, no containers. It records how it was called, answers with what
 * the real OpenClaw was recorded to print, and does to the mounted folder what the test says.
 */
export function standIn(behaviour: StandIn) {
  const folder = temporaryFolder();
  const cli = join(folder, "docker");
  const source = (name: string) => readFileSync(join(import.meta.dirname, name), "utf8");
  const behave = (as: StandIn) => {
    writeFileSync(join(folder, "behaviour.json"), JSON.stringify(withRecordings(as)));
    writeFiles(folder, { version: `${as.version ?? NEWEST}\n`, "image.json": `${imageOf(as)}\n` });
    if (isUnusual(as)) writeFileSync(join(folder, "unusual"), "");
    else rmSync(join(folder, "unusual"), { force: true });
  };
  behave(behaviour);
  writeFileSync(join(folder, "calls.jsonl"), "");
  writeFileSync(join(folder, "pids"), "");
  writeFiles(folder, {
    docker: source("stand-in-cli.sh"),
    "docker.cjs": source("stand-in-cli.cjs"),
    node: process.execPath,
  });
  chmodSync(cli, 0o755);
  const lines = (name: string) => readFileSync(join(folder, name), "utf8").split("\n").filter(Boolean);
  return {
    /** Path of the program, and of its folder, to be put on PATH. */
    cli,
    folder,
    /** From now on it does this instead. */
    behave,
    calls: (): Call[] => lines("calls.jsonl").map((line) => JSON.parse(line)),
    /** Process ids in place of hanging containers. */
    containerPids: () => lines("pids").map(Number),
  };
}

const NEWEST = "OpenClaw 2026.9.6 (stand-in)";

/** As `image inspect` prints it. */
function imageOf({ imageId = "sha256:abc" }: StandIn): string {
  return JSON.stringify([{ Id: imageId, RepoDigests: ["example.org/openclaw@sha256:def"] }]);
}

/** True if a call unrelated to a turn has an unusual outcome. */
function isUnusual({ image = "present", containers, cannotLimit, containerExits, doesNotOpen }: StandIn): boolean {
  return image !== "present" || Boolean(containers || cannotLimit || containerExits || doesNotOpen);
}

function withRecordings(behaviour: StandIn): StandIn {
  const read = (text: string | undefined) =>
    text?.endsWith(".json") || text?.endsWith(".jsonl") ? recorded(text) : text;
  return {
    ...behaviour,
    turns: (behaviour.turns ?? []).map((turn) => ({
      ...turn,
      prints: read(turn.prints),
      transcript: read(turn.transcript),
    })),
    validations: (behaviour.validations ?? ["validate-ok.json"]).map((text) => read(text)!),
  };
}

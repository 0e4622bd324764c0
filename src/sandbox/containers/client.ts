import { resolve } from "node:path";
import { onPath } from "../processes/on-path.ts";
import type { ProcessResult } from "../processes/process-result.ts";
import { supervise } from "../processes/supervise.ts";

/** A docker-like command line program: docker, podman, nerdctl … */
export interface ContainerClient {
  /** A name to look up on the path, or a path. */
  program: string;
  /** Our environment, through which the client finds its daemon and settings. None of it enters a container. */
  env: Record<string, string | undefined>;
  /** The setting by which users choose another client, for messages. */
  chosenBy: string;
}

export interface ClientCall {
  seconds: number;
  signal?: AbortSignal;
}

/** A client's description of an image takes some kilobytes, the progress of a pull not much more. */
const KEPT_BYTES = 8 * 1024 * 1024;

/** Runs a client command that starts no container, and waits for its answer. Never throws. */
export function runClient(client: ContainerClient, args: string[], call: ClientCall): Promise<ProcessResult> {
  return supervise(
    { program: clientProgram(client), args, env: client.env },
    { limits: { seconds: call.seconds, outputBytes: KEPT_BYTES }, signal: call.signal },
  );
}

/** Resolves a relative path to the client against the user's folder, since the client runs elsewhere. */
export function clientProgram({ program }: ContainerClient): string {
  return program.includes("/") ? resolve(program) : program;
}

/** Those of the named programs that are installed here, in the order given. */
export function findClients(names: string[], from: Omit<ContainerClient, "program">): ContainerClient[] {
  const programs = names.map((name) => onPath(name, from.env)).filter((program) => program !== null);
  return programs.map((program) => ({ program, ...from }));
}

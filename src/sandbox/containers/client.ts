import { resolve } from "node:path";
import { onPath } from "../processes/on-path.ts";
import type { ProcessResult } from "../processes/process-result.ts";
import { supervise } from "../processes/supervise.ts";

/** A docker-like command line program: docker, podman, nerdctl … */
export interface ContainerClient {
  /** A name to be found on the path, or a path. */
  program: string;
  /** Our environment: the client finds its daemon and its settings by it. Nothing of it enters a container. */
  env: Record<string, string | undefined>;
  /** What a user sets to choose another client, for messages. */
  chosenBy: string;
}

export interface ClientCall {
  seconds: number;
  signal?: AbortSignal;
}

/** What a client says about an image is some kilobytes, and the progress of a pull not much more. */
const KEPT_BYTES = 8 * 1024 * 1024;

/** Calls the client for something that starts no container, and waits for its answer. Never throws. */
export function askClient(client: ContainerClient, words: string[], call: ClientCall): Promise<ProcessResult> {
  return supervise(
    { program: programOf(client), args: words, env: client.env },
    { limits: { seconds: call.seconds, outputBytes: KEPT_BYTES }, signal: call.signal },
  );
}

/** A relative path to the client was meant from the user's folder, wherever the client then stands. */
export function programOf({ program }: ContainerClient): string {
  return program.includes("/") ? resolve(program) : program;
}

/** Those of the named programs that are installed here, in their order. */
export function findClients(names: string[], from: Omit<ContainerClient, "program">): ContainerClient[] {
  const programs = names.map((name) => onPath(name, from.env)).filter((program) => program !== null);
  return programs.map((program) => ({ program, ...from }));
}

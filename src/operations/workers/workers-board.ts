import { environmentSecrets } from "../../campaign/index.ts";
import { type JobBoard, openJobBoard, openPayloadUploader, remoteGateways } from "../../cluster/index.ts";
import type { Gateways } from "../../gateway/index.ts";
import { createRedactor } from "../../text/index.ts";
import type { Controls } from "../controls.ts";
import { openRedis, type RedisOptions } from "./open-redis.ts";
import { reportWorkerChanges } from "./report-worker-changes.ts";

/** Connection to workers: a board for jobs, and gateways that send requests through them. */
export interface WorkersBoard {
  board: JobBoard;
  uploader: ReturnType<typeof openPayloadUploader>;
  gateways: Gateways;
  /** Secret values of this machine. */
  secrets: string[];
  /** Call after the collected results are stored. */
  close(): Promise<void>;
}

export interface WorkersBoardOptions extends RedisOptions {
  gateways: Gateways;
  env: Record<string, string | undefined>;
  force?: boolean;
  /** Keeps strings in judges' answers that look like secrets, for profiles with `redact_secrets: false`. */
  keepLookalikes?: boolean;
}

/** @throws OperationError when Redis cannot be used */
export async function openWorkersBoard(options: WorkersBoardOptions, controls: Controls): Promise<WorkersBoard> {
  const { gateways, env, force, keepLookalikes } = options;
  const { noNewWork, signal, onEvent } = controls;
  const connection = await openRedis(options, env, controls);
  const board: JobBoard = await openJobBoard({
    connection,
    force,
    signal,
    onFull: (message) => onEvent?.({ type: "note", message }),
    onWorkers: reportWorkerChanges(connection.place, () => board.inFlight(), onEvent),
  });
  const secrets = [...gateways.secrets(), ...environmentSecrets(env), ...connection.secrets];
  const uploader = openPayloadUploader(board.contents, createRedactor(secrets, { patterns: false }));
  const takeBack = () => void board.takeBack().catch(() => {});
  noNewWork?.addEventListener("abort", takeBack, { once: true });
  return {
    board,
    uploader,
    gateways: remoteGateways(gateways, { board, uploader, keepLookalikes }),
    secrets,
    async close() {
      noNewWork?.removeEventListener("abort", takeBack);
      await board.close();
      await connection.close();
    },
  };
}

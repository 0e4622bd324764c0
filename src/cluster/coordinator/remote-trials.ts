import {
  crashedTrial,
  type ExecutedTrial,
  type ExecuteTrial,
  type PlannedTrial,
  trialName,
} from "../../campaign/index.ts";
import { type FileRedactor, type KeptFiles, keepTrialFiles } from "../../store/index.ts";
import { redactJson } from "../../text/index.ts";
import { unpackTree } from "../contents/index.ts";
import { packTrial, type TrialOwn, type TrialResultParcel } from "../parcels/index.ts";
import type { JobBoard } from "./job-board.ts";
import type { Luggage } from "./luggage.ts";

export interface RemoteTrialOptions {
  board: JobBoard;
  luggage: Luggage;
  /** Of the workspace. */
  root: string;
  /** A worker knows its own secrets; this takes out those of this machine. */
  redact: FileRedactor;
  strictSandbox: boolean;
}

/** Has trials executed by workers. */
export function remoteTrials({ board, luggage, root, redact, strictSandbox }: RemoteTrialOptions): ExecuteTrial {
  async function payload(planned: PlannedTrial): Promise<string> {
    const { trial, gateway, userGateway } = planned.question;
    const asked = {
      endpoint: gateway.endpoint,
      ...(userGateway ? { user_endpoint: userGateway.endpoint } : {}),
      strict_sandbox: strictSandbox,
    };
    return await luggage.send(planned.question, () => packTrial(trial, asked, { root, put: luggage.putFile }));
  }

  async function take(result: TrialResultParcel, directory: string | null): Promise<ExecutedTrial> {
    const artifact = redactJson(result.artifact, redact.text);
    if (directory === null) return { status: "ended", artifact, kept: result.kept };
    await unpackTree(result.files, directory, luggage.fetchFile);
    const kept = keepTrialFiles(directory, redact);
    const leftOut = [...result.kept.leftOut, ...kept.leftOut];
    const leftOutCount = result.kept.leftOutCount + kept.leftOutCount;
    return { status: "ended", artifact, kept: { ...kept, leftOut, leftOutCount } };
  }

  return async (planned, { directory, reservation, signal }) => {
    const { runId, repetition } = planned;
    // An agent asks for itself, and its worker cannot ask here in between.
    const room = (planned.trial.agent && reservation.claimRoomUsd) || reservation.roomUsd;
    const own: TrialOwn = { run_id: runId, repetition, room_usd: room() };
    const secret = await luggage.problemOf(() => payload(planned));
    if (secret !== null) return { status: "refused", message: `${trialName(planned)}: ${secret}` };
    const end = await board.do(
      {
        id: `trial-${runId}`,
        kind: "trial",
        what: trialName(planned),
        own: { ...own },
        payload: () => payload(planned),
        mayRepeatLost: reservation.lost,
        roomUsd: room,
      },
      signal,
    );
    switch (end.status) {
      case "taken_back":
        return { status: "interrupted" };
      case "unpaid":
        return { status: "unpaid" };
      case "impossible":
        return { status: "refused", message: `no worker can run ${trialName(planned)}. ${end.why}` };
      case "failed":
        return await take(lost(planned, end.why), directory);
      case "done": {
        const result = end.result as TrialResultParcel;
        for (const usd of result.paid) reservation.paid(usd);
        return await take(result, directory);
      }
    }
  };
}

const NOTHING_KEPT: KeptFiles = { files: [], empty: true, leftOut: [], leftOutCount: 0 };

function lost(planned: PlannedTrial, why: string): TrialResultParcel {
  const now = new Date();
  const artifact = crashedTrial(planned, now, now, new Error(why));
  return { artifact, kept: NOTHING_KEPT, files: [], paid: [] };
}

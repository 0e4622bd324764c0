import {
  crashedTrial,
  type ExecutedTrial,
  type ExecuteTrial,
  type PlannedTrial,
  trialName,
} from "../../campaign/index.ts";
import { RefusedBytesError } from "../../errors/index.ts";
import type { RunArtifact } from "../../records/index.ts";
import {
  type FileRedactor,
  type KeptFiles,
  keepTrialFiles,
  type ReceivedValue,
  unpackTree,
} from "../../store/index.ts";
import { redactJson } from "../../text/index.ts";
import { RESULT_TREE } from "../payloads/result-shapes.ts";
import { packTrial } from "../payloads/trial-payload.ts";
import type { TrialOwn, TrialResultPayload } from "../payloads/trial-result.ts";
import type { JobBoard } from "./job-board.ts";
import type { PayloadUploader } from "./payload-uploader.ts";
import { receiveTrial } from "./receive-results.ts";

export interface RemoteTrialOptions {
  board: JobBoard;
  uploader: PayloadUploader;
  /** Workspace folder. */
  root: string;
  /** Redacts this machine's secrets; workers redact their own. */
  redact: FileRedactor;
  strictSandbox: boolean;
}

/** Executes trials on workers. */
export function remoteTrials({ board, uploader, root, redact, strictSandbox }: RemoteTrialOptions): ExecuteTrial {
  async function payload(planned: PlannedTrial): Promise<string> {
    const { trial, gateway, userGateway } = planned.question;
    const asked = {
      endpoint: gateway.endpoint,
      ...(userGateway ? { user_endpoint: userGateway.endpoint } : {}),
      strict_sandbox: strictSandbox,
    };
    return await uploader.send(planned.question, () => packTrial(trial, asked, { root, put: uploader.putFile }));
  }

  /** Accepts a result with its files if it belongs to this trial. */
  async function receive(
    text: string,
    planned: PlannedTrial,
    directory: string | null,
  ): Promise<ReceivedValue<TrialResultPayload>> {
    const received = receiveTrial(text, planned, { redact: redact.text, canLeaveFiles: directory !== null });
    if (!received.ok || directory === null) return received;
    try {
      await unpackTree(received.value.files, directory, uploader.fetchFile, RESULT_TREE);
      return received;
    } catch (error) {
      if (error instanceof RefusedBytesError) return { ok: false, problem: error.message };
      throw error;
    }
  }

  function keep(result: TrialResultPayload, directory: string | null): ExecutedTrial {
    const artifact = redactJson(result.artifact, redact.text);
    if (directory === null) return { status: "ended", artifact, kept: result.kept };
    const kept = keepTrialFiles(directory, redact);
    const leftOut = [...result.kept.leftOut, ...kept.leftOut];
    const leftOutCount = result.kept.leftOutCount + kept.leftOutCount;
    return { status: "ended", artifact, kept: { ...kept, leftOut, leftOutCount } };
  }

  return async (planned, { directory, reservation, signal }) => {
    const { runId, repetition } = planned;
    // An agent sends its requests from the worker, which cannot ask for more budget meanwhile.
    const room = (planned.trial.agent && reservation.claimRoomUsd) || reservation.roomUsd;
    const own: TrialOwn = { run_id: runId, repetition, room_usd: room() };
    const secret = await uploader.problemOf(() => payload(planned));
    if (secret !== null) return { status: "refused", message: `${trialName(planned)}: ${secret}` };
    const end = await board.do(
      {
        id: `trial-${runId}`,
        kind: "trial",
        what: trialName(planned),
        own: { ...own },
        payload: () => payload(planned),
        receive: (text) => receive(text, planned, directory),
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
        return { status: "ended", artifact: lost(planned, end.why), kept: NOTHING_KEPT };
      case "refused":
        return { status: "ended", artifact: refused(planned, end.why), kept: NOTHING_KEPT };
      case "done":
        for (const usd of end.result.paid) reservation.paid(usd);
        return keep(end.result, directory);
    }
  };
}

const NOTHING_KEPT: KeptFiles = { files: [], empty: true, leftOut: [], leftOutCount: 0 };

function lost(planned: PlannedTrial, why: string): RunArtifact {
  const now = new Date();
  return crashedTrial(planned, now, now, new Error(why));
}

/** Records a refused result as a failure of the machine, so that other trials continue. */
function refused(planned: PlannedTrial, why: string): RunArtifact {
  return { ...lost(planned, why), failure: { stage: "execution", message: why }, runner_metadata: {} };
}

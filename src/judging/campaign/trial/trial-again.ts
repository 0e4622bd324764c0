import type { Verdict } from "../../../records/index.ts";
import type { QuestionAgain } from "../../panel/judge-again.ts";
import { readPacket } from "../packet/read-packet.ts";
import { verdictContract } from "./verdict-contract.ts";

/** A trial's packet as it is put before judges again. */
export function trialAgain(packet_sha256: string, text: string, system: string): QuestionAgain {
  return {
    packet_sha256,
    question: { system, user: text, contract: verdictContract(readPacket(text)) },
    scoresOf(answer) {
      const { overall, dimensions } = answer as Verdict;
      const scores = Object.entries(dimensions).map(([id, { score }]) => [id, score]);
      return { overall: overall.score, ...(Object.fromEntries(scores) as Record<string, number>) };
    },
  };
}

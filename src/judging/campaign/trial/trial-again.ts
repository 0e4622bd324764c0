import type { Verdict } from "../../../records/index.ts";
import { readPrompt } from "../../../text/index.ts";
import type { QuestionAgain } from "../../panel/judge-again.ts";
import type { JudgingAgain } from "../../protocol.ts";
import { readPacket } from "../packet/read-packet.ts";
import { verdictContract } from "./verdict-contract.ts";

/** Puts trials before the judges of a profile again. */
export const campaignAgain: JudgingAgain = {
  by: "evaluation_profile",
  async asking({ systemPrompt }) {
    const system = systemPrompt ?? (await readPrompt("judge_system"));
    return ({ packet_sha256 }, text) => trialAgain(packet_sha256, text, system);
  },
};

/** Composes the question about a trial's packet, to be judged again. */
function trialAgain(packet_sha256: string, text: string, system: string): QuestionAgain {
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

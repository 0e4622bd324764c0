import type { Protocol } from "../protocol.ts";

/** Trials of a suite, judged by the profile of an evaluation. */
export const campaign: Protocol = {
  lockDepths: { runs: 2, evaluations: 3 },
  labels: {
    scale: { low: 0, high: 10 },
    sameOpinion: 2,
    hasBands: false,
    asksOwnDimensions: false,
    pairsWithin: "judging",
    page: ({ campaign: name, subject, case_id, repetition }) =>
      `#/${["campaign", ...name.split("/"), "trial", subject, case_id, String(repetition)].map(encodeURIComponent).join("/")}`,
    againNeeds: ["suite", "run_profile", "evaluation_profile"],
  },
  packets: async () => (await import("./campaign-packets.ts")).campaignPacketReader,
  again: async () => (await import("./trial/trial-again.ts")).campaignAgain,
};

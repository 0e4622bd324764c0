import type { NamedProtocol } from "../protocol.ts";

/** Single samples, scored by a rubric. */
export const rubric: NamedProtocol<"rubrics"> = {
  folder: "rubric",
  resultFile: "manifest.json",
  callFiles: ["judgements.jsonl"],
  listedAs: "rubrics",
  shownAs: "samples judged by a rubric (judging/3 is the third)",
  holds: "samples judged by a rubric",
  lockDepths: { rubric: 1 },
  labels: {
    scale: null,
    sameOpinion: 0,
    hasBands: true,
    asksOwnDimensions: false,
    pairsWithin: "judging",
    page: () => null,
    againNeeds: ["evaluation_profile"],
  },
  results: async () => (await import("./show-sample.ts")).rubricResultReader,
  packets: async () => (await import("./packets.ts")).rubricPacketReader,
  again: async () => (await import("./judging/sample-again.ts")).rubricAgain,
};

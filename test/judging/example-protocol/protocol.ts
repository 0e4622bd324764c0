import type { NamedProtocol } from "../../../src/judging/protocol.ts";

/** Answers, each judged alone by a scale from 1 to 5: a protocol that only a test knows. */
export const example: NamedProtocol<"examples"> = {
  folder: "example",
  resultFile: "result.json",
  callFiles: ["result.json"],
  listedAs: "examples",
  holds: "answers judged by the example protocol",
  shownAs: "answers of the example protocol (example/name/id)",
  lockDepths: { example: 1 },
  labels: {
    scale: { low: 1, high: 5 },
    sameOpinion: 0,
    hasBands: false,
    asksOwnDimensions: false,
    pairsWithin: "judging",
    page: () => null,
    againNeeds: ["evaluation_profile"],
  },
  items: {
    description: "judge answers one by one, from 1 to 5",
    page: "index",
    help: "An item has an id and an answer.\n\nExample:\n  $ assay example judge --items answers.jsonl --model offline/judge",
    judging: async () => (await import("./judging.ts")).exampleJudging,
  },
  results: async () => (await import("./readers.ts")).exampleResults,
  packets: async () => (await import("./readers.ts")).examplePackets,
  again: async () => (await import("./readers.ts")).exampleAgain,
};

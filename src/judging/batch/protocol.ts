import type { NamedProtocol } from "../protocol.ts";

/** A sample of an experiment's output, judged several items at a time. */
export const batch: NamedProtocol<"batches"> = {
  folder: "batch",
  resultFile: "result.json",
  callFiles: ["result.json"],
  listedAs: "batches",
  shownAs: "items of a batch (batch/item_id)",
  holds: "items judged in batches",
  lockDepths: { batch: 1 },
  labels: {
    scale: null,
    sameOpinion: 0,
    hasBands: false,
    asksOwnDimensions: true,
    pairsWithin: "protocol",
    page: () => null,
    againNeeds: ["batch_spec"],
  },
  results: async () => (await import("./show-item.ts")).batchResultReader,
  packets: async () => (await import("./packets.ts")).batchPacketReader,
  again: async () => (await import("./judging/item-again.ts")).batchAgain,
};

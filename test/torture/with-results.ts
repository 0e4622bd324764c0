import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { lacks } from "../support/needs.ts";
import { spread } from "../support/spread.ts";
import { summarize } from "./foreign/summarize.ts";
import { resultForgeries } from "./results/corpus.ts";
import { presenceForgeries } from "./results/presence-forgeries.ts";
import { openForgedCampaigns } from "./results/try-results.ts";
import type { TortureRow } from "./torture.ts";

/** False claims of a worker. `RESULTS=trees,money npm run torture results` selects families by the beginning of their names. */
export async function* tortureWithForgedResults(): AsyncIterable<TortureRow> {
  if (lacks("redis")) return;
  const folder = mkdtempSync(join(tmpdir(), "assay-results-"));
  const most = Number(process.env.RESULTS_MOST ?? Number.POSITIVE_INFINITY);
  const campaigns = await openForgedCampaigns(folder);
  try {
    const honest = await campaigns.suffer([HONEST]);
    yield { what: "an honest answer", attempts: 1, held: 1 - honest.size, remarks: summarize(honest) };
    for (const [family, all] of resultForgeries()) {
      if (!isWanted(family)) continue;
      const forgeries = spread(all, most);
      const broken = await campaigns.suffer(forgeries);
      const held = Math.max(0, forgeries.length - broken.size);
      yield { what: family, attempts: forgeries.length, held, remarks: summarize(broken) };
    }
    if (!isWanted("workers that are listed")) return;
    const broken = new Map<string, string[]>();
    const forgeries = spread(presenceForgeries(), most);
    for (const forgery of forgeries) {
      const found = await campaigns.sufferPresence(forgery);
      if (found.length > 0) broken.set(forgery.name, found);
    }
    const held = forgeries.length - broken.size;
    yield { what: "workers that are listed", attempts: forgeries.length, held, remarks: summarize(broken) };
  } finally {
    await campaigns.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Without these honest results the rest proves nothing. */
const HONEST = {
  name: "an honest answer",
  family: "honest",
  on: "trial" as const,
  forge: ({ envelope }: { envelope: object }) => ({ text: JSON.stringify(envelope) }),
};

function isWanted(family: string): boolean {
  return (process.env.RESULTS?.split(",") ?? [""]).some((one) => family.startsWith(one));
}

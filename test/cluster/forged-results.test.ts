import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { lacks } from "../support/needs.ts";
import { resultForgeries } from "../torture/results/corpus.ts";
import { presenceForgeries } from "../torture/results/presence-forgeries.ts";
import { AT_ONCE, type ForgedCampaigns, openForgedCampaigns } from "../torture/results/try-results.ts";
import { spread } from "../torture/with-foreign.ts";

/** These take minutes. */
const TOO_LARGE = /MB|million|200,000|10,000 folders/;

describe.skipIf(lacks("redis"))("a worker that lies", () => {
  const folder = mkdtempSync(join(tmpdir(), "assay-results-"));
  let campaigns: ForgedCampaigns;
  beforeAll(async () => {
    campaigns = await openForgedCampaigns(folder);
  });
  afterAll(async () => {
    await campaigns?.close();
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  });

  test("the corpus is large", () => {
    expect([...resultForgeries().values()].flat().length).toBeGreaterThan(400);
  });

  test("a campaign of honest trials is found to be honest", async () => {
    const honest = {
      name: "honest",
      family: "honest",
      on: "trial" as const,
      forge: ({ envelope }: { envelope: object }) => ({ text: JSON.stringify(envelope) }),
    };
    expect(Object.fromEntries(await campaigns.suffer([honest]))).toEqual({});
  });

  test("disturbs no other trial, writes nothing outside, and is never believed: a sample in one campaign", async () => {
    const families = [...resultForgeries().values()].map((all) =>
      all.filter(({ name, alone }) => !alone && !TOO_LARGE.test(name)),
    );
    const sample = families.flatMap((all) => spread(all, Math.floor(AT_ONCE / families.length)));
    expect(Object.fromEntries(await campaigns.suffer(sample))).toEqual({});
  });

  test("gives no budget back", async () => {
    const money = resultForgeries().get("money")!;
    expect(Object.fromEntries(await campaigns.suffer(spread(money, 3)))).toEqual({});
  });

  test("is listed as what it is", async () => {
    for (const forgery of spread(presenceForgeries(), 4))
      expect(await campaigns.sufferPresence(forgery), forgery.name).toEqual([]);
  });
});

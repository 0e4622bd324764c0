import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openStoredResults, type StoredResults } from "../../src/operations/index.ts";
import { writeCampaignName } from "../../src/records/index.ts";
import { campaignLock, takeLock } from "../../src/store/index.ts";
import { openChunks } from "../../src/viewer/data/chunks.ts";
import { startServer } from "../../src/viewer/server/start-server.ts";
import { type CampaignPage, chunkName, type FirstRows, type StorePage } from "../../src/viewer/wire/index.ts";
import { largeCampaign } from "../support/large-campaign.ts";
import type { JudgedWorkspace } from "../support/viewer.ts";

describe("what the viewer reads of a store with thousands of trials", () => {
  let workspace: JudgedWorkspace;
  let results: StoredResults;
  let asked: Record<string, number>;
  let counted: StoredResults;
  let name: string;

  beforeAll(async () => {
    workspace = await largeCampaign();
    results = await openStoredResults({ store: workspace.root });
    name = writeCampaignName(results.list()[0]!);
    asked = {};
    const counting = (method: string, act: (...given: never[]) => unknown) => [
      method,
      (...given: never[]) => {
        asked[method] = (asked[method] ?? 0) + 1;
        return act(...given);
      },
    ];
    const methods = Object.entries(results).filter(([, value]) => typeof value === "function");
    const { outputs, read, text } = results.records;
    counted = {
      ...results,
      ...Object.fromEntries(methods.map(([method, act]) => counting(method, act))),
      records: { outputs, read: counting("records.read", read)[1], text: counting("records.text", text)[1] } as never,
    };
  });
  afterAll(async () => {
    await results?.close();
    workspace?.remove();
  });

  /** How often the store was asked for what while something was done, listing aside. */
  function askedDuring(act: () => unknown): Record<string, number> {
    asked = {};
    act();
    const { list: _, ...rest } = asked;
    return rest;
  }

  test("the store's page reads no record of any campaign", () => {
    const read = () => openChunks(counted, "1").read(chunkName("store"));
    expect(askedDuring(read)).toEqual({ named: 1 });
  });

  test("the first rows read one record, whatever the size of the campaign", () => {
    expect(askedDuring(() => openChunks(counted, "1").read(chunkName("rows", name)))).toEqual({ about: 1 });
  });

  test("a campaign is composed once, for its page and for all of its texts", () => {
    const chunks = openChunks(counted, "1");
    const read = () => {
      for (const _ of [1, 2, 3]) chunks.read(chunkName("campaign", name));
      for (const number of [0, 1, 2]) chunks.read(chunkName("search", name, number));
    };
    expect(askedDuring(read)).toEqual({ campaign: 1, labelWords: 1, run: 2100 });
    chunks.forget();
    expect(askedDuring(() => chunks.read(chunkName("campaign", name)))).toEqual({ campaign: 1, labelWords: 1 });
  });

  test("a stretch of texts reads the runs of that stretch, a trial its own records, a stretch of a trace its run", () => {
    const chunks = openChunks(counted, "1");
    chunks.read(chunkName("campaign", name));
    const ids = [name, "a_late", "case_00007", 1];
    expect(askedDuring(() => chunks.read(chunkName("search", name, 2)))).toEqual({ run: 100 });
    expect(askedDuring(() => chunks.read(chunkName("trial", ...ids)))).toEqual({ trial: 1 });
    expect(askedDuring(() => chunks.read(chunkName("raw", ...ids)))).toEqual({ trial: 1 });
    expect(askedDuring(() => chunks.read(`${chunkName("trace", ...ids)}-0`))).toEqual({ run: 1 });
    expect(askedDuring(() => chunks.read(chunkName("files", ...ids)))).toEqual({ files: 1 });
  });

  test.each([
    "trial-0123456789abcdef",
    "search-0123456789abcdef",
    "system-0123456789abcdef",
    "comparison-0123456789abcdef",
    "__proto__",
    "constructor-1",
    "parts",
    "rows",
    "",
  ])("%j is not there, and nothing is read to find out", (nothing) => {
    const chunks = openChunks(counted, "1");
    expect(askedDuring(() => expect(chunks.read(nothing)).toBeUndefined())).toEqual({});
  });

  test("a campaign that two others were opened after is let go", () => {
    const listed = results.list()[0]!;
    const three = ["x", "y", "z"].map((suite_id) => ({ ...listed, suite_id }));
    const chunks = openChunks({ ...counted, list: () => three, campaign: () => counted.campaign(listed) }, "1");
    const open = (one: (typeof three)[number]) => chunks.read(chunkName("campaign", writeCampaignName(one)));
    const [x, y, z] = three as [typeof listed, typeof listed, typeof listed];
    expect(askedDuring(() => [x, y, x, y].map(open))).toEqual({ campaign: 2, labelWords: 2 });
    expect(askedDuring(() => [z, y, z].map(open))).toEqual({ campaign: 1, labelWords: 1 });
    expect(askedDuring(() => open(x))).toEqual({ campaign: 1, labelWords: 1 });
  });

  test("what the index says of the rows is what the records say", () => {
    const chunks = openChunks(results, "1");
    const { matrix } = chunks.read(chunkName("rows", name)) as FirstRows;
    const whole = chunks.read(chunkName("campaign", name)) as CampaignPage;
    expect(matrix!.title).toBe(whole.title);
    expect(matrix!.case_ids).toEqual(whole.case_ids);
    expect(matrix!.subjects).toEqual(whole.subjects.map(({ model_id, label }) => ({ model_id, label })));
    expect(matrix!.subjects.map(({ model_id }) => model_id)).toEqual(["b_early", "a_late"]);
    expect(matrix!.case_titles).toEqual(whole.case_titles);
    const onlyRecordsKnow = { flags: matrix!.trials.flags, failed_checks: {}, labels: {}, judge_flags: [] };
    expect(matrix!.trials).toEqual({ ...whole.trials, ...onlyRecordsKnow });
    expect(new Set(matrix!.trials.passed)).toEqual(new Set([true, false]));
  });

  test("a campaign that somebody is at work on changes when he ends, though nothing is stored any more", async () => {
    const { outputs } = results;
    const { suite_id, run_profile } = results.list()[0]!;
    const before = results.version();
    const lock = takeLock(campaignLock(outputs, { suite_id, run_profile }));
    if (!lock.ok) throw new Error("somebody else is at work");
    const during = results.version();
    expect(during).not.toBe(before);
    expect((openChunks(results, "1").read(chunkName("store")) as StorePage).campaigns[0]!.state).toBe("running");
    lock.lock.release();
    expect(results.version()).toBe(before);
    expect((openChunks(results, "1").read(chunkName("store")) as StorePage).campaigns[0]!.state).toBe("complete");
  });

  test("a store that changes all the time is composed anew when pages are told, and not for every part they ask for", async () => {
    let moment = 0;
    const restless = { ...counted, version: () => String(moment++), refresh: () => {} };
    const server = await startServer(restless, 0, "1");
    const live = await fetch(`${server.url}live`);
    const told: string[] = [];
    const watching = (async () => {
      for await (const bytes of live.body!) told.push(Buffer.from(bytes).toString());
    })();
    asked = {};
    for (let request = 0; request < 6; request++)
      expect((await fetch(`${server.url}data/${chunkName("campaign", name)}.js`)).status).toBe(200);
    // The last news may still be on its way.
    expect(asked.campaign).toBeLessThanOrEqual(told.length + 1);
    expect(asked.campaign).toBeLessThan(6);
    await server.close();
    await watching.catch(() => {});
  });

  test("the rows of a large campaign are there though every record but the last is damaged", async () => {
    const log = join(results.outputs, "log");
    for (const file of readdirSync(log).filter((own) => own.endsWith(".jsonl"))) {
      const lines = readFileSync(join(log, file), "utf8").split("\n");
      const damaged = lines.map((line, at) => (at < lines.length - 2 ? "x".repeat(Buffer.byteLength(line)) : line));
      writeFileSync(join(log, file), damaged.join("\n"));
    }
    const reopened = await openStoredResults({ store: workspace.root });
    const chunks = openChunks(reopened, "1");
    const { campaigns } = chunks.read(chunkName("store")) as StorePage;
    expect(campaigns[0]).toMatchObject({ trials: 2100, scored: 2100 });
    const { matrix } = chunks.read(chunkName("rows", name)) as FirstRows;
    expect(matrix!.trials.score).toHaveLength(2100);
    expect(matrix!.subjects[0]).toEqual({ model_id: "b_early", label: "b_early" });
    await reopened.close();
  });
});

import { chmodSync, chownSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { openStore } from "../../src/store/index.ts";
import { lacks } from "../support/needs.ts";
import { startWithStore } from "../support/store-process.ts";
import { appendRun, segmentFiles } from "../support/store-records.ts";
import { temporaryFolder } from "../support/temporary.ts";

const LOOK = `
  try {
    const store = openStore(outputs);
    const runs = [...store.keys("run")].filter(({ key }) => store.read("run", key) !== null).map(({ key }) => key);
    const refusal = (() => { try { store.append({ kind: "text", key: "t", value: "v" }); return null; } catch (error) { return error.code; } })();
    await store.close();
    say(JSON.stringify({ runs, refusal, damaged: store.damaged().map(({ where, problem }) => where + ": " + problem) }));
  } catch (error) {
    say(JSON.stringify({ error: error.code }));
  }`;

describe.skipIf(lacks("root"))("as a user who may not read everything", () => {
  const NOBODY = 65_534;
  const look = async (outputs: string) => {
    const { said } = await (await startWithStore(outputs, LOOK, { uid: NOBODY })).ended;
    return JSON.parse(said) as { runs: string[]; refusal: string; damaged: string[]; error?: string };
  };

  test("a segment without permission is named, and the others are read", async () => {
    const outputs = await storeOfTwoSegments();
    const [first] = segmentFiles(outputs);
    chmodSync(join(outputs, "log", first!), 0o600);
    const { runs, damaged, refusal } = await look(outputs);
    expect(runs).toEqual(["r2"]);
    expect(damaged).toEqual([expect.stringMatching(new RegExp(`^log/${first}: it cannot be read \\(EACCES`))]);
    expect(refusal).toBe("EACCES");
  });

  test("a log folder without permission is an error, not an empty store", async () => {
    const outputs = await storeOfTwoSegments();
    chmodSync(join(outputs, "log"), 0o700);
    expect(await look(outputs)).toEqual({ error: "EACCES" });
  });

  test("the store of somebody else can be read", async () => {
    const { runs, damaged, refusal } = await look(await storeOfTwoSegments());
    expect([runs, damaged, refusal]).toEqual([["r1", "r2"], [], "EACCES"]);
  });

  test("an index that may not be read or written is done without", async () => {
    const outputs = await storeOfTwoSegments();
    for (const name of segmentFiles(outputs)) {
      const index = join(outputs, "log", name.replace(".jsonl", ".index"));
      chmodSync(index, 0);
      chownSync(index, 0, 0);
    }
    expect((await look(outputs)).runs).toEqual(["r1", "r2"]);
  });
});

describe.skipIf(lacks("sandbox"))("on a disk that may only be read", () => {
  test("a store can be read, and appending says why it cannot", async () => {
    const outputs = await storeOfTwoSegments();
    const wrap = ["bwrap", "--dev-bind", "/", "/", "--ro-bind", outputs, outputs];
    const { said } = await (await startWithStore(outputs, LOOK, { wrap })).ended;
    expect(JSON.parse(said)).toEqual({ runs: ["r1", "r2"], refusal: "EROFS", damaged: [] });
  });
});

async function storeOfTwoSegments(): Promise<string> {
  const outputs = temporaryFolder();
  chmodSync(outputs, 0o755);
  for (const key of ["r1", "r2"]) {
    const store = openStore(outputs);
    appendRun(store, key, `s/p-1/m/c/${key}`);
    await store.close();
  }
  return outputs;
}

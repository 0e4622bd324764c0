import { readFileSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { appendRun, runRecord, segmentPath } from "../../../test/support/store-records.ts";
import { temporaryFolder } from "../../../test/support/temporary.ts";
import { openStore } from "../store.ts";

test("a damaged record of this process' own is named when it is asked for, and takes no other with it", async () => {
  for (const change of [(text: string) => text.replace("two", "tow"), (text: string) => text.replace("two", "twoo")]) {
    const outputs = temporaryFolder();
    const store = openStore(outputs);
    for (const key of ["one", "two", "three"])
      appendRun(store, key, `s/p-1/m/${key}/1`, runRecord({ output: `says ${key}` }));
    writeFileSync(segmentPath(outputs), change(readFileSync(segmentPath(outputs), "utf8")));
    expect([store.has("run", "three"), store.has("run", "four")]).toEqual([true, false]);
    expect([...store.places("run")].map(({ key }) => key)).toEqual(["one", "three"]);
    expect(store.read("run", "three")?.value).toEqual(runRecord({ output: "says three" }));
    expect(store.damaged()).toMatchObject([{ kind: "run", key: "two" }]);
    appendRun(store, "two", "s/p-1/m/two/1", runRecord({ output: "again" }));
    expect(store.at("run", "s/p-1/m/two/1")?.key).toBe("two");
    await store.close();
  }
});

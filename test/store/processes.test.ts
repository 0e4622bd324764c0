import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { expect, test } from "vitest";
import { mergeStores, openStore } from "../../src/store/index.ts";
import { startWithStore } from "../support/store-process.ts";
import { segmentFiles } from "../support/store-records.ts";
import { temporaryFolder } from "../support/temporary.ts";

/** Appends `count` texts under names of its own and one that all share, and says at the end how many of all it sees. */
const appendMany = (name: string, count: number) => `
  const store = openStore(outputs);
  for (let index = 0; index < ${count}; index += 1) {
    store.append({ kind: "text", key: "${name} " + index, value: "${name} wrote " + index + " ".repeat(index % 3000) });
    store.append({ kind: "campaign", key: "shared", place: "shared", value: { from: "${name}", index } });
    if (index % 100 === 0) { store.refresh(); await new Promise((go) => setTimeout(go, 1)); }
  }
  await store.close();`;

test.each([2, 4])("%i processes that append to one store at once lose nothing", async (processes) => {
  const outputs = temporaryFolder();
  const watching = openStore(outputs);
  const names = Array.from({ length: processes }, (_, index) => `process ${index}`);
  const started = await Promise.all(names.map((name) => startWithStore(outputs, appendMany(name, 1000))));
  let seenEarly = 0;
  while (started.some(({ child }) => child.exitCode === null)) {
    watching.refresh();
    seenEarly = [...watching.keys("text")].length;
    for (const { key } of [...watching.keys("text")].slice(-5))
      expect(watching.text(key)).toMatch(key.replace(/ \d+$/, ""));
    await wait(20);
  }
  for (const { ended } of started) expect(await ended).toMatchObject({ code: 0, complaints: "" });
  watching.refresh();
  expect(seenEarly).toBeGreaterThan(0);
  const reopened = openStore(outputs);
  for (const store of [watching, reopened]) {
    expect([...store.keys("text")]).toHaveLength(processes * 1000);
    for (const name of names)
      for (let index = 0; index < 1000; index += 1)
        if (store.text(`${name} ${index}`)?.trimEnd() !== `${name} wrote ${index}`) expect.fail(`${name} ${index}`);
    expect(store.entries("campaign", "shared")).toHaveLength(processes * 1000);
    expect(store.damaged()).toEqual([]);
  }
  expect(watching.at("campaign", "shared")).toEqual(reopened.at("campaign", "shared"));
  expect(segmentFiles(outputs)).toHaveLength(processes);
});

test("a process that is killed at any moment keeps every record whose append had returned", async () => {
  const forever = `
    const store = openStore(outputs);
    for (let index = 0; ; index += 1) {
      const key = process.pid + " " + index;
      const value = key + " " + "x".repeat((index * 7919) % 60_000);
      store.append({ kind: index % 2 ? "text" : "campaign", key, place: index % 2 ? null : key, value });
      say(key);
      if (index % 20 === 0) await new Promise((go) => setImmediate(go));
    }`;
  for (let batch = 0; batch < 10; batch += 1) {
    const outputs = temporaryFolder();
    const killed = await Promise.all(
      Array.from({ length: 6 }, async () => {
        const writer = await startWithStore(outputs, forever);
        while (writer.said() === "") await wait(2);
        await wait(Math.random() * 60);
        writer.child.kill("SIGKILL");
        return writer.ended;
      }),
    );
    // A key that was printed in part only was not said.
    const said = killed.flatMap(({ said: text }) => text.slice(0, text.lastIndexOf("\n")).split("\n"));
    const store = openStore(outputs);
    const lost = said.filter((key) => {
      const kind = Number(key.split(" ")[1]) % 2 ? "text" : "campaign";
      return (store.read(kind, key)?.value as unknown as string | undefined)?.startsWith(`${key} `) !== true;
    });
    expect(lost).toEqual([]);
    expect(said.length).toBeGreaterThanOrEqual(6);
    expect(segmentFiles(outputs)).toHaveLength(6);
    // The one record in the middle of which a writer died may be cut off; nothing else is wrong.
    for (const { problem } of store.damaged()) expect(problem).toBe("its last line is cut off; that record is lost");
  }
});

test("a store that grows while it is merged brings no record without its files", async () => {
  const [outputs, into] = [temporaryFolder(), temporaryFolder()];
  const writer = await startWithStore(
    outputs,
    `import { createHash } from "node:crypto";
     import { writeFileSync } from "node:fs";
     const store = openStore(outputs);
     for (let index = 0; index < 400; index += 1) {
       const folder = store.trialFolders.open();
       writeFileSync(folder + "/answer.txt", String(index));
       const files = store.trialFolders.keep(folder, createHash("sha256").update(String(index)).digest("hex"));
       store.append({ kind: "campaign", key: String(index), value: { files } });
       if (index % 10 === 0) await new Promise((go) => setTimeout(go, 2));
     }
     await store.close();`,
  );
  const reader = openStore(into);
  const check = () => {
    reader.refresh();
    const keys = [...reader.keys("campaign")].map(({ key }) => key);
    for (const key of keys) {
      const { files } = reader.read("campaign", key)!.value as unknown as { files: string };
      expect(readFileSync(join(into, files, "answer.txt"), "utf8")).toBe(key);
    }
    return keys.length;
  };
  const seen: number[] = [];
  while (writer.child.exitCode === null) {
    mergeStores(outputs, into);
    seen.push(check());
    await wait(10);
  }
  mergeStores(outputs, into);
  expect(check()).toBe(400);
  expect(await writer.ended).toMatchObject({ code: 0, complaints: "" });
  expect(reader.damaged()).toEqual([]);
  expect(readdirSync(join(into, "artifacts")).filter((name) => name.startsWith("."))).toEqual([]);
});

test("what a killed process had in the works is removed by the next one", async () => {
  const outputs = temporaryFolder();
  const script = "say(openStore(outputs).trialFolders.open()); setInterval(() => {}, 1000);";
  const [killed, living] = await Promise.all([startWithStore(outputs, script), startWithStore(outputs, script)]);
  while (killed.said() === "" || living.said() === "") await wait(5);
  killed.child.kill("SIGKILL");
  await killed.ended;
  const store = openStore(outputs);
  const mine = store.trialFolders.open();
  const exists = [killed.said().trim(), living.said().trim(), mine].map((folder) => existsSync(folder));
  expect(exists).toEqual([false, true, true]);
  living.child.kill("SIGKILL");
  await living.ended;
  await store.close();
});

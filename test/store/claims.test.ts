import { existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { startWithStore } from "../support/store-process.ts";
import { temporaryFolder } from "../support/temporary.ts";

const KEYS = 150;

/** Goes through all keys, several at a time, and says what it asks, before and after. */
const askEverything = (seed: number, { failEvery = 0 } = {}) => `
  const store = openStore(outputs);
  let state = ${seed};
  const random = () => (state = (state * 48271) % 2147483647) / 2147483647;
  const keys = Array.from({ length: ${KEYS} }, (_, index) => "question " + index).sort(() => random() - 0.5);
  const look = (key) => store.read("text", key);
  let next = 0;
  const work = async () => {
    while (next < keys.length) {
      const key = keys[next++];
      if (look(key)) continue;
      const taken = await store.claims.take(key, () => look(key));
      if (taken.state === "found") continue;
      say("asks " + key);
      await new Promise((go) => setTimeout(go, random() * 20));
      const fails = ${failEvery} > 0 && random() < 1 / ${failEvery};
      if (!fails) store.append({ kind: "text", key, value: key });
      say((fails ? "fails " : "answers ") + key);
      taken.release(!fails);
      if (fails) next -= keys[next - 1] === key ? 1 : 0;
    }
  };
  await Promise.all(Array.from({ length: 8 }, work));
  await store.close();`;

const said = (outputs: readonly string[], word: string) =>
  outputs.flatMap((text) => text.split("\n")).filter((line) => line.startsWith(`${word} `));

describe("questions that several processes claim", () => {
  test.each([2, 4])("are asked once by %i processes, whatever order they come in", async (processes) => {
    for (let round = 0; round < 5; round += 1) {
      const outputs = temporaryFolder();
      const started = await Promise.all(
        Array.from({ length: processes }, (_, index) => startWithStore(outputs, askEverything(index + 1 + round * 10))),
      );
      const ended = await Promise.all(started.map((one) => one.ended));
      for (const one of ended) expect(one).toMatchObject({ code: 0, complaints: "" });
      const asks = said(
        ended.map((one) => one.said),
        "asks",
      );
      expect(asks.length - new Set(asks).size).toBe(0);
      expect(asks).toHaveLength(KEYS);
      expect(existsSync(join(outputs, ".claims"))).toBe(false);
    }
  });

  test("are asked by the next one when whoever asked them failed", async () => {
    const outputs = temporaryFolder();
    const started = await Promise.all(
      [1, 2, 3].map((seed) => startWithStore(outputs, askEverything(seed, { failEvery: 4 }))),
    );
    const ended = await Promise.all(started.map((one) => one.ended));
    for (const one of ended) expect(one).toMatchObject({ code: 0, complaints: "" });
    const all = ended.map((one) => one.said);
    const answers = said(all, "answers");
    expect(answers).toHaveLength(new Set(answers).size);
    expect(said(all, "asks").length).toBe(answers.length + said(all, "fails").length);
  });

  test("are asked once more only where a killed process had begun", async () => {
    for (let round = 0; round < 8; round += 1) {
      const outputs = temporaryFolder();
      const killed = await startWithStore(outputs, askEverything(round + 1));
      while (!killed.said().includes("asks")) await wait(2);
      const others = await Promise.all([50, 60].map((seed) => startWithStore(outputs, askEverything(seed + round))));
      await wait(round * 20);
      killed.child.kill("SIGKILL");
      const ended = await Promise.all([killed, ...others].map((one) => one.ended));
      for (const one of ended.slice(1)) expect(one).toMatchObject({ code: 0, complaints: "" });
      const all = ended.map((one) => one.said);
      const asks = said(all, "asks");
      expect(new Set(asks).size).toBe(KEYS);
      const begun = said([all[0]!], "asks").length - said([all[0]!], "answers").length;
      expect(asks.length).toBeLessThanOrEqual(KEYS + Math.max(0, begun));
    }
  });
});

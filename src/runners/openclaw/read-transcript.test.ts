import { copyFileSync, mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import sqlite from "node-sqlite3-wasm";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../../test/support/temporary.ts";
import { readTranscript } from "./read-transcript.ts";

/** A message event of 400 characters, compressed by Node's own zstd. */
const PACKED = Buffer.from(
  "KLUv/WCGAZ0DAMJGFxtwadtmoCp+msjxUMQvvS8AIJ16ayGMZfb/hxLvFd4PK0xLHGUPibqnYpuQb7bNWnL0Ztq8MCuiMW8SfYCIgOPIpBJBAZKMlIyAQvW8W9q8a+mjr0GZdz2/btFvAgYA+DBVqcjqCU6JJQwcYNJC7QE=",
  "base64",
);

const { signal } = new AbortController();
const read = (state: string) =>
  readTranscript(state, { agentId: "helper", sessionId: "mine", signal }, temporaryFolder());

const DATABASE = "agents/helper/agent/openclaw-agent.sqlite";

function stateWithDatabase(rows: { seq: number; session: string; json?: string; zstd?: Buffer }[]): string {
  const state = temporaryFolder({ [`${DATABASE}.placeholder`]: "" });
  const database = new sqlite.Database(join(state, DATABASE));
  database.exec(
    "CREATE TABLE transcript_events (session_id TEXT, seq INTEGER, event_json TEXT, event_zstd BLOB, created_at INTEGER)",
  );
  for (const { seq, session, json = null, zstd = null } of rows)
    database.run("INSERT INTO transcript_events VALUES (?, ?, ?, ?, 0)", [session, seq, json, zstd]);
  database.close();
  return state;
}

test("events come in order, packed or plain, and of the asked session only", async () => {
  const state = stateWithDatabase([
    { seq: 2, session: "mine", zstd: PACKED },
    { seq: 1, session: "mine", json: '{"type":"session"}' },
    { seq: 1, session: "another", json: '{"type":"not this one"}' },
  ]);
  const { source, events, problem } = await read(state);
  expect([source, problem, events.map(({ type }) => type)]).toEqual(["sqlite", null, ["session", "message"]]);
});

test("older versions' JSONL is read, broken lines are counted", async () => {
  const state = temporaryFolder({ "agents/helper/sessions/mine.jsonl": '{"type":"session"}\n{"type":"mess' });
  expect(await read(state)).toEqual({
    source: "jsonl",
    events: [{ type: "session" }],
    problem: "1 lines of the transcript are not events",
  });
});

test.each([
  ["a database that is none", { [DATABASE]: "not SQLite" }, "sqlite", /cannot be read/],
  ["an empty database", { [DATABASE]: "" }, "sqlite", /cannot be read/],
  ["nothing at all", {}, "none", /no transcript/],
])("%s is a problem to record, not a crash", async (_, files, source, problem) => {
  const transcript = await read(temporaryFolder(files as Record<string, string>));
  expect(transcript).toMatchObject({ source, events: [] });
  expect(transcript.problem).toMatch(problem);
});

test("a row that is damaged is a problem to record", async () => {
  const state = stateWithDatabase([{ seq: 1, session: "mine", zstd: PACKED.subarray(0, 40) }]);
  expect((await read(state)).problem).toMatch(/cannot be read/);
});

test("a link to a database elsewhere is not followed", async () => {
  const elsewhere = stateWithDatabase([{ seq: 1, session: "mine", json: '{"type":"secret"}' }]);
  const state = temporaryFolder();
  mkdirSync(join(state, "agents/helper/agent"), { recursive: true });
  copyFileSync(join(elsewhere, DATABASE), join(elsewhere, "copy.sqlite"));
  symlinkSync(join(elsewhere, "copy.sqlite"), join(state, DATABASE));
  expect((await read(state)).source).toBe("none");
});

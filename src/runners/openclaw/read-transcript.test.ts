import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import sqlite from "node-sqlite3-wasm";
import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../../../test/support/temporary.ts";
import { readTranscript } from "./read-transcript.ts";

/** A message event of 400 characters, compressed by Node's own zstd. */
const PACKED = Buffer.from(
  "KLUv/WCGAZ0DAMJGFxtwadtmoCp+msjxUMQvvS8AIJ16ayGMZfb/hxLvFd4PK0xLHGUPibqnYpuQb7bNWnL0Ztq8MCuiMW8SfYCIgOPIpBJBAZKMlIyAQvW8W9q8a+mjr0GZdz2/btFvAgYA+DBVqcjqCU6JJQwcYNJC7QE=",
  "base64",
);

const { signal } = new AbortController();
const read = (state: string) =>
  readTranscript({ root: state, path: "" }, { agentId: "helper", sessionId: "mine", signal }, temporaryFolder());

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
    problem: "one line of the transcript is not an event",
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

describe("a database that an agent made", () => {
  const ENDLESS =
    "CREATE VIEW transcript_events AS WITH RECURSIVE n(seq) AS (SELECT 1 UNION ALL SELECT seq + 1 FROM n) " +
    "SELECT 'mine' AS session_id, seq, '{}' AS event_json, NULL AS event_zstd FROM n";

  function stateWith(...statements: string[]): string {
    const state = temporaryFolder({ [`${DATABASE}.placeholder`]: "" });
    const database = new sqlite.Database(join(state, DATABASE));
    for (const statement of statements) database.exec(statement);
    database.close();
    return state;
  }

  test("that never ends is given up, and an interrupt ends it at once", async () => {
    const controller = new AbortController();
    const reading = readTranscript(
      { root: stateWith(ENDLESS), path: "" },
      { agentId: "helper", sessionId: "mine", signal: controller.signal },
      temporaryFolder(),
    );
    setTimeout(() => controller.abort(), 500);
    expect(await reading).toMatchObject({
      source: "sqlite",
      events: [],
      problem: expect.stringContaining("cannot be read"),
    });
  });

  test("with rows that are null, no JSON, numbers, lists or nested without end keeps what can be read", async () => {
    const deep = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
    const rows = ["NULL", "'null'", "'no json'", "7", "'[1]'", "x'00ff'", `'{"a": ${deep}}'`, `'{"type":"session"}'`];
    const { events, problem } = await read(
      stateWith(
        "CREATE TABLE transcript_events (session_id, seq, event_json, event_zstd)",
        ...rows.map((row, seq) => `INSERT INTO transcript_events VALUES ('mine', ${seq}, ${row}, NULL)`),
      ),
    );
    expect(events).toEqual([{ type: "session" }]);
    expect(problem).toMatch(/cannot be read|are not events/);
  });

  test.each([
    ["without the table", "CREATE TABLE something (else_)"],
    ["whose table has other columns", "CREATE TABLE transcript_events (other)"],
  ])("%s is a problem to record", async (_, statement) => {
    expect(await read(stateWith(statement))).toMatchObject({
      events: [],
      problem: expect.stringMatching(/cannot be read/),
    });
  });

  test("packed a thousand times over is not unpacked into our memory", async () => {
    // 1 GB of zeros in one zstd frame of 128 KB blocks, each repeated by a run-length block of four bytes.
    const blocks = Array.from({ length: 8192 }, (_, index) => {
      const header = (128 * 1024 * 8 + 2 + (index === 8191 ? 1 : 0)) >>> 0;
      return Buffer.from([header & 255, (header >> 8) & 255, (header >> 16) & 255, 0x20]);
    });
    const bomb = Buffer.concat([Buffer.from("28b52ffd0058", "hex"), ...blocks]);
    const { events, problem } = await read(stateWithDatabase([{ seq: 1, session: "mine", zstd: bomb }]));
    expect([events, problem]).toEqual([[], "1 events of the transcript cannot be read"]);
  });
});

test("a FIFO in place of the transcript does not block", async () => {
  const state = temporaryFolder();
  mkdirSync(join(state, "agents/helper/sessions"), { recursive: true });
  mkdirSync(join(state, "agents/helper/agent"), { recursive: true });
  for (const name of ["sessions/mine.jsonl", "agent/openclaw-agent.sqlite"])
    execFileSync("mkfifo", [join(state, "agents/helper", name)]);
  expect((await read(state)).source).toBe("none");
});

test("a state folder that is a link to another is not read", async () => {
  const elsewhere = stateWithDatabase([{ seq: 1, session: "mine", json: '{"type":"secret"}' }]);
  const state = join(temporaryFolder(), "state");
  symlinkSync(elsewhere, state);
  expect((await read(state)).source).toBe("none");
});

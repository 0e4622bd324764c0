import { Readable } from "node:stream";
import pico from "picocolors";
import { expect, test } from "vitest";
import type { Terminal } from "../terminal/terminal.ts";
import { openProgress, type Progress } from "./progress.ts";
import { progressLines } from "./progress-lines.ts";
import { liveProgress, renderRows } from "./progress-live.ts";
import { beginProgress, countEnded, countStarted, secondsLeft } from "./progress-state.ts";

function recordingTerminal(interactive = false): Terminal & { said: string[] } {
  const said: string[] = [];
  const colors = pico.createColors(false);
  return {
    said,
    stdin: () => Readable.from([]),
    out: () => {
      throw new Error("progress must not touch stdout");
    },
    err: (text) => void said.push(text),
    colors,
    errColors: colors,
    interactive,
    columns: 60,
    cwd: "/",
    env: {},
  };
}

function tellAll(progress: Progress): void {
  progress.begin("Trials", [{ name: "one", total: 4 }]);
  progress.ended({ group: "one", name: "one/a #1", result: "reused" });
  progress.ended({ group: "one", name: "one/b #1", result: "reused" });
  progress.started("one");
  progress.ended({
    group: "one",
    name: "one/c #1",
    result: "done",
    detail: "success",
    costUsd: 0.002,
    durationMs: 1234,
  });
  progress.note("warning: something");
  progress.ended({ group: "one", name: "one/d #1", result: "failed", detail: "timed_out" });
  progress.end();
}

test("without a terminal there is one line per item, and reused ones are counted in one", () => {
  const terminal = recordingTerminal();
  tellAll(progressLines(terminal));
  expect(terminal.said).toEqual([
    "Trials: 4",
    "[2/4] reused: 2",
    "[3/4] one/c #1: success, 1.2 s, $0.0020",
    "warning: something",
    "[4/4] one/d #1: timed_out",
  ]);
});

test("quiet progress says warnings only", () => {
  const terminal = recordingTerminal();
  tellAll(openProgress(terminal, { quiet: true }));
  expect(terminal.said).toEqual(["warning: something"]);
});

test("on a terminal rows are redrawn in place and the last picture stays", () => {
  const terminal = recordingTerminal(true);
  tellAll(liveProgress(terminal, () => 0));
  expect(terminal.said[0]).toBe("one  ░░░░░░░░░░░░░░░░░░░░ 0/4\nTrials: 0 of 4, 0 s");
  expect(terminal.said[1]).toBe("\u{1b}[2A\r\u{1b}[Jwarning: something");
  expect(terminal.said.at(-1)).toBe(
    "\u{1b}[2A\r\u{1b}[Jone  ████████████████████ 4/4  2 reused  1 failed  $0.0020\nTrials: 4 of 4, $0.0020, 0 s",
  );
});

test("no row is wider than the terminal, whatever the names", () => {
  const state = beginProgress("Trials", [{ name: "名".repeat(80), total: 1 }], 0);
  for (const row of renderRows(state, recordingTerminal(), 0)) expect([...row].length).toBeLessThan(60);
});

test("forty models take no more rows than a small window has", () => {
  const groups = Array.from({ length: 40 }, (_, at) => ({ name: `model_${at}`, total: 1 }));
  const rows = renderRows(beginProgress("Trials", groups, 0), recordingTerminal(), 0);
  expect(rows).toHaveLength(14);
  expect(rows.at(-2)).toBe("… and 28 more");
});

test("the time left follows the pace of new work alone", () => {
  const state = beginProgress("Trials", [{ name: "one", total: 10 }], 0);
  expect(secondsLeft(state, 1000)).toBe(null);
  countEnded(state, { group: "one", name: "", result: "reused" });
  countStarted(state, "one");
  countEnded(state, { group: "one", name: "", result: "done" });
  expect(secondsLeft(state, 2000)).toBe(16);
});

test("a reused item runs no longer, if it was said to run at all", () => {
  const state = beginProgress("Judging", [{ name: "one", total: 3 }], 0);
  countStarted(state, "one");
  countStarted(state, "one");
  countEnded(state, { group: "one", name: "a", result: "reused" });
  expect(state.groups.get("one")?.running).toBe(2);
  countEnded(state, { group: "one", name: "b", result: "reused", wasStarted: true });
  expect(state.groups.get("one")?.running).toBe(1);
});

test("the workers that do it are on the last row, and elsewhere a line says when their number changes", () => {
  const state = beginProgress("Trials", [{ name: "one", total: 10 }], 0);
  state.elsewhere = { workers: 3, inFlight: 12 };
  expect(renderRows(state, recordingTerminal(), 0).at(-1)).toBe("Trials: 0 of 10, 3 workers, 12 in flight, 0 s");
  const terminal = recordingTerminal();
  const lines = progressLines(terminal);
  for (const [workers, inFlight] of [
    [1, 4],
    [1, 3],
    [2, 8],
    [2, 7],
  ] as const)
    lines.elsewhere({ workers, inFlight });
  expect(terminal.said).toEqual(["1 worker, 4 in flight", "2 workers, 8 in flight"]);
});

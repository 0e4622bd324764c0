import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readLabels } from "../../src/labels/index.ts";
import { cliPath } from "../support/assay.ts";
import { expectOk, judgedWorkspace, label, linesIn } from "./support.ts";

const words = (annotator: string) => ["--annotator", annotator, "--question", "score"];

/** Types into a process, one line for each packet it shows; gives how many answers it acknowledged by showing the next packet. */
function typeOn(child: ChildProcess, answer: string, until: number, done: (acknowledged: number) => void): void {
  let shown = 0;
  let seen = "";
  child.stdout!.on("data", (chunk: Buffer) => {
    seen += chunk;
    const now = seen.split(/^\d+ of \d+$/m).length - 1;
    while (shown < now) {
      shown += 1;
      if (shown > until) return done(shown - 1);
      child.stdin!.write(answer);
    }
  });
}

/** A process of its own whose stdin stays open. */
function startLabelling(root: string): ChildProcess {
  return spawn(process.execPath, [cliPath, "label", ...words("ann")], { cwd: root, stdio: "pipe" });
}

describe("labels on the disk", () => {
  test("are all there whenever the process is killed, and the next one goes on behind them", async () => {
    const root = await judgedWorkspace({ cases: 6 });
    let given = 0;
    for (const until of [1, 3, 6]) {
      let acknowledged = -1;
      const child = startLabelling(root);
      await new Promise<void>((ended) => {
        child.on("close", () => ended());
        typeOn(child, "7\n", until, (count) => {
          acknowledged = count;
          child.kill("SIGKILL");
        });
      });
      expect(acknowledged).toBe(until);
      given += until;
      const { labels, problems } = await readLabels(root);
      expect(problems).toEqual([]);
      expect(labels).toHaveLength(given);
      expect(existsSync(join(root, "labels/.lock"))).toBe(false);
    }
  });

  test("of two processes at once are all whole", async () => {
    const root = await judgedWorkspace({ cases: 6 });
    const both = ["ann", "ann", "ben", "ben"].map((annotator) =>
      label(root, words(annotator), "7\n".repeat(12), { ownProcess: true }),
    );
    for (const result of await Promise.all(both)) expect(result.code).toBe(0);
    const { labels, problems } = await readLabels(root);
    expect(problems).toEqual([]);
    expect(labels).toHaveLength(24);
    for (const name of ["ann", "ben"])
      for (const line of readFileSync(join(root, `labels/${name}.jsonl`), "utf8")
        .trimEnd()
        .split("\n"))
        expect(() => JSON.parse(line)).not.toThrow();
  });

  test("are kept at Ctrl-C, which ends with 130", async () => {
    const root = await judgedWorkspace({ cases: 2 });
    const child = startLabelling(root);
    const code = await new Promise<number | null>((ended) => {
      child.on("close", (exit) => ended(exit));
      typeOn(child, "7\n", 2, () => child.kill("SIGINT"));
    });
    expect(code).toBe(130);
    expect(linesIn(root)).toHaveLength(2);
    expect(expectOk(await label(root, words("ann"), "7\n7\n"))).toContain("3 of 4");
  });

  test("are written although a process died with the lock", async () => {
    const root = await judgedWorkspace({ cases: 1 });
    await label(root, words("ann"), "7\n");
    const dead = { pid: 2 ** 22 - 1, host: hostname(), since: "", process_start: null, token: "x" };
    writeFileSync(join(root, "labels/.lock"), JSON.stringify(dead));
    await label(root, words("ann"), "7\n");
    expect((await readLabels(root)).labels).toHaveLength(2);
  });
});

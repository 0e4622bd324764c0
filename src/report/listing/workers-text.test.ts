import { expect, test } from "vitest";
import { renderResult } from "../formats/index.ts";
import { type ListedWorker, type WorkersListing, workersText } from "./workers-text.ts";

const worker = (changes: Partial<ListedWorker> = {}): ListedWorker => ({
  worker_id: "w1",
  host: "big-box",
  pid: 4711,
  version: "0.6.0",
  concurrency: 4,
  capabilities: { sandbox: "bubblewrap", engines: ["podman 5.4"], images: ["agent:1"] },
  seconds: 125.4,
  jobs: [],
  declines: [],
  is_leaving: false,
  ...changes,
});
const listing = (...workers: ListedWorker[]): WorkersListing => ({
  schema_version: 1,
  kind: "workers",
  redis: "redis://10.0.0.5:6379/0",
  workers,
});

test("workers are listed with what they do, for how long, what they can, and what they declined", () => {
  const busy = worker({
    jobs: [
      { id: "a", what: "gpt4o_mini/refund #2", seconds: 45.2 },
      { id: "b", what: "judge call 3fa9", seconds: 1.6 },
    ],
    declines: [{ what: "claude/agent #1", why: "the image agent:2 is not there", seconds: 12 }],
  });
  const bare = worker({ host: "small-box", pid: 7, capabilities: { sandbox: null, engines: [] }, is_leaving: true });
  expect(workersText(listing(busy, bare))).toBe(`2 workers at redis://10.0.0.5:6379/0, 2 of 8 places busy

big-box, process 4711: Assay 0.6.0, 2 of 4 busy, here for 2 min 5 s
  sandbox: bubblewrap; engines: podman 5.4; images: agent:1
  now
    gpt4o_mini/refund #2  45 s
    judge call 3fa9       2 s
  declined
    claude/agent #1  12 s ago: the image agent:2 is not there

small-box, process 7: Assay 0.6.0, 0 of 4 busy, here for 2 min 5 s, about to leave
  no sandbox; no container engine`);
});

test("nobody there is said with the command that helps", () => {
  expect(workersText(listing())).toBe(
    "There is no worker at redis://10.0.0.5:6379/0. Start one with `assay worker --redis redis://10.0.0.5:6379/0`.",
  );
});

test("what was not looked at yet is not called missing, and many images are counted", () => {
  expect(workersText(listing(worker({ capabilities: {} })))).toContain("what it can do is not known yet");
  const images = ["a:1", "b:1", "c:1", "d:1", "e:1"];
  expect(workersText(listing(worker({ capabilities: { sandbox: null, images } })))).toContain(
    "a:1, b:1, c:1 and 2 more",
  );
});

test("names and reasons that somebody else wrote steer no terminal and fill no screen", async () => {
  const hostile = `\u001b[2J\u202e${"x\n".repeat(500)}`;
  const text = await renderResult(
    "workers",
    "text",
    listing(
      worker({
        host: hostile,
        version: hostile,
        capabilities: { sandbox: hostile, engines: [hostile], images: [hostile] },
        jobs: [{ id: hostile, what: hostile, seconds: 1 }],
        declines: [{ what: hostile, why: hostile, seconds: 1 }],
      }),
    ),
    { colors: false },
  );
  expect(text).not.toMatch(/[\u001b\u202e]/);
  expect(text.split("\n").length).toBeLessThan(12);
});

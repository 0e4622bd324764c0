import { expect, test } from "vitest";
import { noticesOf } from "./notices.ts";
import type { TraceEvent } from "./run.ts";

const at = { turn: 1, at_ms: 0 };
const differs = (message: string): TraceEvent => ({ ...at, kind: "account_differs", about: "answer", message });
const refused = (host: string, times: number): TraceEvent => ({
  ...at,
  kind: "network_refused",
  host,
  port: 443,
  times,
  reason: "network_access is deny",
});

test("a run like most others has nothing to be known besides", () => {
  expect(noticesOf({ trace: [{ ...at, kind: "message", role: "user", content: "differs" }] })).toEqual([]);
});

test("that an agent's account differs is one sentence with the first three differences", () => {
  expect(noticesOf({ trace: ["a", "b", "c", "d", "e"].map(differs) })).toEqual([
    "the agent's own account differs from what went over the wire, which counts: a; b; c; and 2 more",
  ]);
});

test("hosts that were refused are named with how often, and with what to write to let them through", () => {
  expect(noticesOf({ trace: [refused("pypi.org", 3), refused("b.org", 1)] })).toEqual([
    "the agent asked for hosts that it may not reach: pypi.org:443 (3 times), b.org:443 (once); network_access in the run profile takes a list of hosts, such as [pypi.org]",
  ]);
});

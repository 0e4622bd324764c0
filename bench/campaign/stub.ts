import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { secondProcess } from "../support/second-process.ts";

/** The stub's statistics since the last query. */
export interface Seen {
  /** Milliseconds since 1970; 0 when nothing came. */
  firstRequestAt: number;
  subject: number;
  judge: number;
}

export interface Stub {
  pid: number;
  /** The address of a gateway with this latency. */
  baseUrl(latencyMs: number): string;
  seen(): Promise<Seen>;
  stop(): void;
}

/** How long the stub takes for an answer, where time is measured. */
export const LATENCY_MS = 50;
export const SUBJECT_MODEL = "stub/subject";
export const JUDGE_MODEL = "stub/judge";

/** The provider of the bench, in a process of its own so that its work is not taken for ours. */
export async function startStub(): Promise<Stub> {
  const { child, ready: origin, stop } = await secondProcess<string>("stub");
  return {
    pid: child.pid!,
    baseUrl: (latencyMs) => `${origin}/${latencyMs}/v1`,
    seen: async () => (await (await fetch(`${origin}/seen`)).json()) as Seen,
    stop,
  };
}

/** Every subject gets an answer of its own, because equal packets would share their judge call. */
export function serveStub(): void {
  let answers = 0;
  let seen: Seen = { firstRequestAt: 0, subject: 0, judge: 0 };
  const server = createServer((request, response) => {
    if (request.url === "/seen") {
      response.end(JSON.stringify(seen));
      seen = { firstRequestAt: 0, subject: 0, judge: 0 };
      return;
    }
    seen.firstRequestAt ||= Date.now();
    const dueAt = performance.now() + Number(request.url!.split("/")[1]);
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      // Not parsed: the stub shares the machine with what is measured.
      const body = Buffer.concat(chunks).toString("latin1");
      const judging = body.includes(`"model":"${JUDGE_MODEL}"`);
      seen[judging ? "judge" : "subject"] += 1;
      const text = judging ? verdict(/Answer number \d+/.exec(body)?.[0] ?? "nothing") : answer(++answers);
      const left = dueAt - performance.now();
      if (left <= 0) send(response, text);
      else setTimeout(send, left, response, text);
    });
  });
  server.keepAliveTimeout = 60_000;
  server.listen(0, "127.0.0.1", () => process.send!(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
}

function answer(number: number): string {
  return `Answer number ${number}. ${"It says what was asked for, and then a little more. ".repeat(6)}`;
}

function verdict(quote: string): string {
  const evidence = [`The answer begins with "${quote}".`];
  const names = ["task", "process", "autonomy", "closeness", "efficiency", "spark"];
  const dimensions = Object.fromEntries(names.map((name) => [name, { evidence, score: 8 }]));
  return JSON.stringify({ summary: "It answers.", dimensions, overall: { score: 8, reason: "It answers." } });
}

function send(response: ServerResponse, content: string): void {
  const body = JSON.stringify({
    id: "gen-1",
    model: "stub",
    choices: [{ index: 0, finish_reason: "stop", message: { role: "assistant", content } }],
    usage: { prompt_tokens: 100, completion_tokens: 60, total_tokens: 160, cost: 0.0001 },
  });
  response.writeHead(200, { "content-type": "application/json", "content-length": Buffer.byteLength(body) });
  response.end(body);
}

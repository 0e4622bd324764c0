import { createHash } from "node:crypto";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import { scoreAll } from "../batch/support.ts";
import { verdict } from "../judging/judged-workspace.ts";
import { goodAnswer } from "../rubric/support.ts";
import { completion, type SeenRequest } from "../support/scripted-server.ts";

/** One request as the stub saw it. */
export interface LoggedRequest {
  /** The sender, by its API key, which does not affect the answer: the campaign, and its process. */
  campaign: string;
  process: number;
  kind: "subject" | "judge";
  /** Equal for equal bodies. */
  fingerprint: string;
}

export interface PatientStub {
  baseUrl: string;
  requests(campaign: string): LoggedRequest[];
  /** Resolves when this campaign next asks for something. */
  nextRequest(campaign: string): Promise<void>;
}

/**
 * A provider that takes a little while, gives equal requests equal answers, and remembers which process asked for what.
 */
export async function patientStub(latencyMs: () => number): Promise<PatientStub> {
  const log = new Map<string, LoggedRequest[]>();
  const waiting = new Map<string, () => void>();
  const server = createServer((incoming, response) => {
    const [campaign, number] = String(incoming.headers.authorization).replace("Bearer ", "").split("/") as [
      string,
      string,
    ];
    const chunks: Buffer[] = [];
    incoming.on("error", () => {});
    incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
    incoming.on("end", () => {
      const text = Buffer.concat(chunks).toString();
      const { model } = JSON.parse(text) as { model: string };
      const fingerprint = createHash("sha256").update(text).digest("hex");
      const kind = /judge|rater|grader/.test(model) ? "judge" : "subject";
      const request: LoggedRequest = { campaign, process: Number(number), kind, fingerprint };
      log.set(campaign, [...(log.get(campaign) ?? []), request]);
      waiting.get(campaign)?.();
      waiting.delete(campaign);
      setTimeout(() => answer(response, request, model, text), latencyMs());
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests: (campaign) => log.get(campaign) ?? [],
    nextRequest: (campaign) => new Promise((resolve) => waiting.set(campaign, resolve)),
  };
}

/** The subject's answer and the judge's opinion follow from the request alone, so no two campaigns differ. */
function answerOf(model: string, number: number, text: string): string {
  if (model === "acme/judge") return verdict(number % 11, `It says "${/Answer \d+/.exec(text)?.[0]}".`);
  const request: SeenRequest = { path: "", headers: {}, body: JSON.parse(text) };
  if (model === "acme/rater") return JSON.stringify(goodAnswer(request, number % 3));
  if (model === "acme/grader") return scoreAll(1 + (number % 5))(request).content;
  return `Answer ${number}, after some thought.`;
}

function answer(response: ServerResponse, request: LoggedRequest, model: string, body: string): void {
  if (response.destroyed) return;
  const number = Number.parseInt(request.fingerprint.slice(0, 8), 16);
  const content = answerOf(model, number, body);
  const bytes = Buffer.from(JSON.stringify(completion({ content }, model)));
  response.on("error", () => {});
  response.writeHead(200, { "content-type": "application/json", "content-length": bytes.length });
  response.end(bytes);
}

import { timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { refuseRequest, refuseStranger, type ServerAnswer, withJson } from "./answer.ts";
import type { LabelDesk } from "./label-desk.ts";
import { readLabelRequest } from "./read-label-request.ts";

const MOST_BYTES = 100_000;

/**
 * Stores an annotator's answer, the only write access. It requires the key in the address that `assay view` prints, new at every start, so
 * that neither other pages nor other users of the machine can label in someone's name.
 */
export async function answerLabel(
  request: IncomingMessage,
  port: number,
  token: string,
  desk: LabelDesk,
): Promise<ServerAnswer> {
  const stranger = refuseStranger(request.headers, port);
  if (stranger) return stranger;
  if (request.method !== "POST") return refuseRequest(405, "labels are sent here, and nothing can be read");
  const { origin } = request.headers;
  if (origin !== undefined && !origin.endsWith(`:${port}`))
    return refuseRequest(403, "pages of other sites are not answered");
  const given = new URLSearchParams(request.url?.split("?")[1]).get("token") ?? "";
  if (!isSame(given, token)) return refuseRequest(403, "labelling needs the whole address that `assay view` printed");
  if (request.headers["content-type"] !== "application/json") return refuseRequest(415, "expected application/json");
  const body = await readBody(request);
  const asked = body === null ? null : readLabelRequest(body);
  if (asked === null) return refuseRequest(400, "this is not understood");
  return withJson(await desk.answer(asked));
}

function isSame(given: string, token: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(token)];
  return one.length === other.length && timingSafeEqual(one, other);
}

async function readBody(request: IncomingMessage): Promise<string | null> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    length += part.length;
    if (length > MOST_BYTES) return null;
    parts.push(part);
  }
  return Buffer.concat(parts).toString("utf8");
}

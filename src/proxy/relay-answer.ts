import { once } from "node:events";
import type { ServerResponse } from "node:http";
import type { Readable } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import type { Dispatcher } from "undici";
import type { AnswerBytes } from "./read-answer-bytes.ts";
import { openScrubber } from "./scrub-bytes.ts";
import { headersBack } from "./upstream.ts";

export interface Relay {
  answer: Dispatcher.ResponseData;
  client: ServerResponse;
  reading: AnswerBytes;
  secrets: readonly string[];
  limitBytes: number;
  /** Bytes still read for the price after the client has left. */
  drainBytes: number;
  /** Called when the client has left, before anything more is read. */
  onLeft: () => void;
}

/** The outcome of relaying, with the number of decompressed bytes. */
export type Relayed = { bytes: number } & (
  | { ended: "whole" }
  | { ended: "client_left" }
  | { ended: "broken"; problem: string }
);

const DECODERS: Record<string, () => NodeJS.ReadWriteStream> = {
  gzip: createGunzip,
  "x-gzip": createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

/**
 * Relays an answer as it arrives, no faster than the client reads, and reads it on the way. Decompresses unrequested compression,
 * since no key could be found in compressed bytes.
 */
export async function relayAnswer(given: Relay): Promise<Relayed> {
  const { answer, client, reading, secrets, limitBytes } = given;
  // Destroying a body emits its error here as well as where it is read.
  answer.body.on("error", () => {});
  const encoding = String(answer.headers["content-encoding"] ?? "identity").toLowerCase();
  const decoder = DECODERS[encoding];
  if (!decoder && encoding !== "identity") {
    answer.body.destroy();
    return { ended: "broken", bytes: 0, problem: `the answer is in ${encoding}, which was not asked for` };
  }
  const scrubber = openScrubber(secrets);
  const passed = Object.entries(headersBack(answer.headers)).map(([name, value]) => [name, scrubbed(value, secrets)]);
  if (!client.destroyed) {
    client.writeHead(answer.statusCode, Object.fromEntries(passed));
    client.flushHeaders();
  }
  let bytes = 0;
  let limit = limitBytes;
  let hasLeft = false;
  const noteLeaving = () => {
    if (hasLeft || !client.destroyed) return;
    hasLeft = true;
    limit = Math.min(limit, bytes + given.drainBytes);
    given.onLeft();
  };
  const pass = async (chunk: Buffer) => {
    if (chunk.length === 0) return;
    reading.push(chunk);
    if (!client.destroyed && !client.write(chunk)) await drained(client);
  };
  try {
    for await (const chunk of decoder ? decoded(answer.body, decoder()) : (answer.body as AsyncIterable<Buffer>)) {
      noteLeaving();
      bytes += chunk.length;
      if (bytes > limit) throw new Error(`the answer is larger than ${limit} bytes`);
      await pass(scrubber.push(chunk));
    }
    noteLeaving();
    await pass(scrubber.rest());
    if (client.destroyed) return { ended: "client_left", bytes };
    client.end();
    return { ended: "whole", bytes };
  } catch (error) {
    const left = client.destroyed;
    noteLeaving();
    answer.body.destroy();
    // Breaking the connection is the only way to signal that more should have come.
    client.destroy();
    return left ? { ended: "client_left", bytes } : { ended: "broken", bytes, problem: (error as Error).message };
  }
}

async function drained(client: ServerResponse): Promise<void> {
  if (client.destroyed) return;
  const over = new AbortController();
  const { signal } = over;
  await Promise.race([once(client, "drain", { signal }), once(client, "close", { signal })]).catch(() => {});
  over.abort();
}

function decoded(body: Readable, decoder: NodeJS.ReadWriteStream): AsyncIterable<Buffer> {
  body.on("error", (error) => (decoder as unknown as Readable).destroy(error));
  return body.pipe(decoder) as unknown as AsyncIterable<Buffer>;
}

function scrubbed(value: string, secrets: readonly string[]): string {
  const scrubber = openScrubber(secrets);
  return `${scrubber.push(Buffer.from(value)).toString()}${scrubber.rest().toString()}`;
}

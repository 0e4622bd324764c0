import type { ChatMessage, ChatRequest, ContentPart, OpenedMedia } from "../records/index.ts";

/** A request body: text, or ordered pieces if it includes media. */
export type RequestBody = string | readonly Uint8Array[];

/** Builds the body. The model, messages and the case's tools are ours; all other options pass through as configured. */
export function requestBody(request: ChatRequest): RequestBody {
  const { model, messages, tools, options } = request;
  const offered = tools && tools.length > 0 ? { tools } : {};
  if (!messages.some(({ parts }) => parts)) return JSON.stringify({ ...options, model, messages, ...offered });
  const body = openPieces();
  const { messages: _, ...others } = { ...options, model, messages: [], ...offered };
  body.text(`${JSON.stringify(others).slice(0, -1)},"messages":[`);
  for (const [index, message] of messages.entries()) {
    if (index > 0) body.text(",");
    addMessage(body, message, request.media);
  }
  body.text("]}");
  return body.pieces();
}

/** The announced length: some servers refuse chunked bodies. */
export function lengthOf(body: RequestBody): number {
  return typeof body === "string" ? Buffer.byteLength(body) : body.reduce((sum, piece) => sum + piece.length, 0);
}

/** Small enough that a socket starts sending before it has copied a whole image. */
const SLICE = 64 * 1024;

/** Streams a body's pieces in slices, so that an image shared by many requests is in memory once. */
export function* slicesOf(pieces: readonly Uint8Array[]): Generator<Uint8Array> {
  for (const piece of pieces)
    for (let at = 0; at < piece.length; at += SLICE) yield piece.subarray(at, Math.min(at + SLICE, piece.length));
}

interface Pieces {
  text(words: string): void;
  bytes(bytes: Uint8Array): void;
  pieces(): Uint8Array[];
}

function openPieces(): Pieces {
  const done: Uint8Array[] = [];
  let words = "";
  const end = () => {
    if (words !== "") done.push(Buffer.from(words));
    words = "";
  };
  return {
    text(more) {
      words += more;
    },
    bytes(bytes) {
      end();
      done.push(bytes);
    },
    pieces() {
      end();
      return done;
    },
  };
}

function addMessage(body: Pieces, message: ChatMessage, media: OpenedMedia | undefined): void {
  const { parts, content: _, ...rest } = message;
  if (!parts) {
    body.text(JSON.stringify(message));
    return;
  }
  body.text(`${JSON.stringify(rest).slice(0, -1)},"content":[`);
  for (const [index, part] of parts.entries()) {
    if (index > 0) body.text(",");
    addPart(body, part, media);
  }
  body.text("]}");
}

/** Base64 needs no JSON escaping, so it is inserted as it is. */
function addPart(body: Pieces, part: ContentPart, media: OpenedMedia | undefined): void {
  if (part.type === "text") {
    body.text(JSON.stringify({ type: "text", text: part.text }));
    return;
  }
  const base64 = media?.base64(part.sha256);
  if (!base64) throw new Error(`the bytes of ${part.name} were not opened before it was sent`);
  if (part.type === "image") {
    body.text(`{"type":"image_url","image_url":{"url":"data:${part.media_type};base64,`);
    body.bytes(base64);
    body.text(part.detail ? `","detail":${JSON.stringify(part.detail)}}}` : '"}}');
  } else {
    body.text('{"type":"input_audio","input_audio":{"data":"');
    body.bytes(base64);
    body.text(`","format":"${part.media_type === "audio/wav" ? "wav" : "mp3"}"}}`);
  }
}

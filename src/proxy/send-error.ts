import type { ServerResponse } from "node:http";
import type { ProtocolReader } from "../gateway/index.ts";

export function sendError(response: ServerResponse, reader: ProtocolReader, status: number, message: string): void {
  if (response.headersSent || response.destroyed) return void response.destroy();
  // The client may still be sending the refused request.
  response.setHeader("connection", "close");
  sendJson(response, status, reader.errorBody(status, `Assay: ${message}`));
}

export function sendJson(response: ServerResponse, status: number, body: unknown): void {
  const text = JSON.stringify(body);
  response.writeHead(status, { "content-type": "application/json", "content-length": Buffer.byteLength(text) });
  response.end(text);
}

import { existsSync, statSync } from "node:fs";
import { request as openRequest, type ServerResponse } from "node:http";
import { connect } from "node:net";
import { dirname } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { ask, asked, bearer, CHAT_PATH, openedProxy } from "../../test/support/opened-proxy.ts";
import { MODEL, WIRE_SAMPLES, type WireSample } from "../../test/support/wire-streams.ts";
import { startUpstream, streaming, type UpstreamRequest } from "../../test/support/wire-upstream.ts";
import type { RecordingProxy } from "./index.ts";

const [CHAT] = WIRE_SAMPLES as [WireSample];
describe("limits", () => {
  test("a request that is too large is refused before it is read, and where its length is not told", async () => {
    const upstream = await startUpstream(streaming(CHAT.streamed));
    const proxy = await openedProxy(upstream, { limits: { requestBytes: 10_000 } });
    const raw = JSON.stringify({ ...CHAT.request, pad: "x".repeat(20_000) });
    const told = await ask(proxy, CHAT_PATH, { headers: bearer(proxy), raw });
    expect(told.status).toBe(413);
    const chunked = { ...bearer(proxy), "transfer-encoding": "chunked" };
    expect((await ask(proxy, CHAT_PATH, { headers: chunked, raw })).status).toBe(413);
    expect(upstream.requests).toEqual([]);
    expect(proxy.record().refusals).toMatchObject([{ reason: "too_large", times: 2 }]);
  });

  test.each([
    ["objects", `[${"{},".repeat(10_000_000)}{}]`],
    ["numbers", `[${"1,".repeat(300_000)}1]`],
    ["keys", `{${Array.from({ length: 300_000 }, (_, key) => `"k${key}":1`).join()}}`],
    ["lists", `[${"[],".repeat(150_000)}[]]`],
  ])("a request with more %s than any conversation has is refused before it is parsed", async (_, values) => {
    const upstream = await startUpstream(streaming(CHAT.streamed));
    const proxy = await openedProxy(upstream);
    const raw = `{"model":"${MODEL}","messages":${values}}`;
    expect((await ask(proxy, CHAT_PATH, { headers: bearer(proxy), raw })).status).toBe(413);
    expect(upstream.requests).toEqual([]);
    expect(proxy.record().refusals).toMatchObject([
      { reason: "too_large", message: "the request holds more than 100000 values" },
    ]);
  });

  test("a long text is no list of values, whatever signs it is made of", async () => {
    const upstream = await startUpstream(streaming(CHAT.streamed));
    const proxy = await openedProxy(upstream);
    const messages = [{ role: "user", content: '{},[],"\\",'.repeat(100_000) }];
    expect((await asked(proxy, CHAT, { messages })).status).toBe(200);
  });

  test("a request that is nested without end is refused before it is parsed", async () => {
    const upstream = await startUpstream(streaming(CHAT.streamed));
    const proxy = await openedProxy(upstream);
    const raw = `{"model":"${MODEL}","messages":${"[".repeat(100_000)}${"]".repeat(100_000)}}`;
    expect((await ask(proxy, CHAT_PATH, { headers: bearer(proxy), raw })).status).toBe(400);
    expect(proxy.record().refusals).toMatchObject([{ message: "the request is nested more than 500 levels deep" }]);
  });

  test("a request in pieces of a byte is refused, and the same text in larger ones is not", async () => {
    const upstream = await startUpstream(streaming(CHAT.streamed));
    const proxy = await openedProxy(upstream);
    const text = JSON.stringify({ ...CHAT.request, stream: true, pad: "x".repeat(50_000) });
    const socketPath = proxy.address.kind === "socket" ? proxy.address.socket : "";
    const sentInPieces = (bytes: number) =>
      new Promise<number | undefined>((resolve) => {
        const request = openRequest(
          {
            socketPath,
            path: CHAT_PATH,
            method: "POST",
            headers: { ...bearer(proxy), "transfer-encoding": "chunked" },
          },
          (response) => resolve(response.resume().statusCode),
        );
        // The proxy no longer reads once it has refused.
        request.on("error", () => {});
        for (let at = 0; at < text.length; at += bytes) request.write(text.slice(at, at + bytes));
        request.end();
      });
    expect(await sentInPieces(1)).toBe(413);
    expect(await sentInPieces(1_000)).toBe(200);
    expect(proxy.record().refusals).toMatchObject([{ message: "the request comes in more than 2000 tiny pieces" }]);
  });

  test("a request with more messages than any conversation has is refused", async () => {
    const upstream = await startUpstream(streaming(CHAT.streamed));
    const proxy = await openedProxy(upstream, { limits: { messages: 10 } });
    const messages = Array.from({ length: 11 }, () => ({ role: "user", content: "" }));
    expect((await asked(proxy, CHAT, { messages })).status).toBe(413);
    expect(upstream.requests).toEqual([]);
  });

  test("all requests together have a limit, those that are refused included", async () => {
    const upstream = await startUpstream(streaming(CHAT.streamed));
    const proxy = await openedProxy(upstream, { limits: { requestBytesInAll: 25_000 } });
    const statuses = [];
    for (const model of ["maker/other", "maker/other", MODEL])
      statuses.push((await asked(proxy, CHAT, { model, pad: "x".repeat(10_000) })).status);
    expect(statuses).toEqual([403, 403, 413]);
  });

  test("requests under way together have a limit, and room comes back with their answers", async () => {
    const upstream = await startUpstream(slowly);
    const proxy = await openedProxy(upstream, { limits: { requestBytesAtOnce: 25_000 } });
    const large = () => asked(proxy, CHAT, { pad: "x".repeat(10_000) });
    const together = await Promise.all([large(), large(), large(), large()]);
    expect(together.map(({ status }) => status).sort()).toEqual([200, 200, 429, 429]);
    expect(proxy.record().refusals).toMatchObject([{ reason: "too_many", times: 2 }]);
    expect((await large()).status).toBe(200);
  });

  test("a thousand connections at once are more than anybody needs", async () => {
    const upstream = await startUpstream(streaming(CHAT.streamed));
    const proxy = await openedProxy(upstream, { limits: { connections: 5 } });
    const socket = proxy.address.kind === "socket" ? proxy.address.socket : "";
    const sockets = Array.from({ length: 50 }, () => connect(socket).on("error", () => {}));
    const ended = await Promise.all(
      sockets.map(
        (one) => new Promise((resolve) => one.on("close", () => resolve(true)).setTimeout(1_000, () => resolve(false))),
      ),
    );
    expect(ended.filter(Boolean).length).toBeGreaterThanOrEqual(45);
    for (const one of sockets) one.destroy();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect((await asked(proxy)).status).toBe(200);
  });

  test("a compressed request is refused", async () => {
    const upstream = await startUpstream(streaming(CHAT.streamed));
    const proxy = await openedProxy(upstream);
    const headers = { ...bearer(proxy), "content-encoding": "gzip" };
    const raw = gzipSync(JSON.stringify(CHAT.request));
    expect((await ask(proxy, CHAT_PATH, { headers, raw })).status).toBe(415);
    const odd = { ...bearer(proxy), "content-encoding": "x".repeat(10_000) };
    expect((await ask(proxy, CHAT_PATH, { headers: odd, raw })).status).toBe(415);
    expect(proxy.record().refusals.every(({ message }) => message.length < 100)).toBe(true);
  });

  test("so many requests at once, so many in all", async () => {
    const upstream = await startUpstream(async (request, response) => {
      await new Promise((resolve) => setTimeout(resolve, 50));
      streaming(CHAT.streamed)(request, response);
    });
    const proxy = await openedProxy(upstream, { limits: { requestsAtOnce: 2, requestsInAll: 3 } });
    const together = await Promise.all([asked(proxy), asked(proxy), asked(proxy)]);
    expect(together.map(({ status }) => status).sort()).toEqual([200, 200, 429]);
    expect([(await asked(proxy)).status, (await asked(proxy)).status]).toEqual([200, 403]);
    expect(proxy.record().refusals.map(({ reason }) => reason)).toEqual(["too_many", "too_many"]);
  });
});

describe("the socket", () => {
  test("is in a folder that only we get into, and is gone with the trial", async () => {
    const proxy = await openedProxy(await startUpstream(streaming(CHAT.streamed)));
    if (proxy.address.kind !== "socket") throw new Error("no socket");
    const { folder, socket } = proxy.address;
    expect(statSync(dirname(folder)).mode & 0o777).toBe(0o700);
    expect([statSync(folder).mode & 0o777, statSync(socket).mode & 0o777]).toEqual([0o755, 0o666]);
    await proxy.close();
    expect(existsSync(dirname(folder))).toBe(false);
  });
});

test("64 streams at once are all read, and none of them is kept in memory twice", async () => {
  const piece = `data: ${JSON.stringify({ choices: [{ delta: { content: "y".repeat(1_000) } }] })}\n\n`;
  const upstream = await startUpstream(async (_, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    for (let at = 0; at < 200; at += 1)
      if (!response.write(piece)) await new Promise((resolve) => response.once("drain", resolve));
    response.end(CHAT.streamed);
  });
  const proxy = await openedProxy(upstream);
  const round = () => Promise.all(Array.from({ length: 64 }, () => discarded(proxy)));
  await round();
  globalThis.gc?.();
  const before = process.memoryUsage().heapUsed;
  for (let again = 0; again < 3; again += 1) await round();
  const { exchanges } = await proxy.close();
  expect(exchanges).toHaveLength(256);
  expect(new Set(exchanges.map(({ outcome }) => outcome))).toEqual(new Set(["answered"]));
  globalThis.gc?.();
  // 51 MB have passed since; the record keeps at most its budget of 48.
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(200 * 1024 * 1024);
});

/** Slow enough for others to arrive meanwhile. */
async function slowly(request: UpstreamRequest, response: ServerResponse): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 100));
  streaming(CHAT.streamed)(request, response);
}

function discarded(proxy: RecordingProxy): Promise<void> {
  const socketPath = proxy.address.kind === "socket" ? proxy.address.socket : "";
  return new Promise((resolve, reject) => {
    const headers = bearer(proxy);
    const request = openRequest({ socketPath, path: CHAT_PATH, method: "POST", headers, agent: false }, (response) => {
      response.resume();
      response.on("end", resolve);
      response.on("error", reject);
    });
    request.on("error", reject);
    request.end(JSON.stringify({ ...CHAT.request, stream: true }));
  });
}

import { connect } from "node:net";
import { describe, expect, test } from "vitest";
import { ask, asked, bearer, CHAT_PATH, openedProxy } from "../../test/support/opened-proxy.ts";
import { MODEL, WIRE_SAMPLES, type WireSample } from "../../test/support/wire-streams.ts";
import { answering, REAL_KEY, startUpstream, streaming } from "../../test/support/wire-upstream.ts";
import type { RecordingProxy } from "./index.ts";

const [CHAT, MESSAGES, RESPONSES, GEMINI] = WIRE_SAMPLES as [WireSample, WireSample, WireSample, WireSample];
describe("what is asked for", () => {
  test.each([
    ["another model behind the trial's", `{"model":"${MODEL}","model":"maker/expensive"}`, 403],
    ["another model before the trial's", `{"model":"maker/expensive","model":"${MODEL}"}`, 200],
    ["another model to fall back on", JSON.stringify({ model: MODEL, models: ["maker/expensive"] }), 403],
    ["no model", "{}", 403],
    ["a model that is a list", JSON.stringify({ model: [MODEL] }), 403],
    ["no JSON", "model=1", 400],
    ["a list", "[]", 400],
    ["nothing", "", 400],
  ])("%s", async (_, raw, expected) => {
    const upstream = await startUpstream(streaming(CHAT.streamed));
    const proxy = await openedProxy(upstream);
    const { status } = await ask(proxy, CHAT_PATH, { headers: bearer(proxy), raw });
    expect(status).toBe(expected);
    // The forwarded request names one model, once.
    for (const { text } of upstream.requests) expect(text.match(/"model"/g)).toHaveLength(1);
    for (const { text } of upstream.requests) expect(JSON.parse(text).model).toBe(MODEL);
  });

  test.each([
    ["a list to fall back on", { models: ["maker/expensive"] }],
    ["one as a list", { models: "maker/expensive" }],
    ["the field in capitals", { MODEL: "maker/expensive" }],
    ["the list in another spelling", { Models: ["maker/expensive"] }],
    ["a letter that some servers take for an s", { "model\u017f": ["maker/expensive"] }],
  ])("another model reaches nobody in any format: %s", async (_, more) => {
    for (const sample of WIRE_SAMPLES) {
      const upstream = await startUpstream(streaming(sample.streamed));
      const proxy = await openedProxy(upstream);
      expect((await asked(proxy, sample, more)).status).toBe(403);
      expect(upstream.requests).toEqual([]);
    }
  });

  test("a path that is no answer of a model leads nowhere", async () => {
    const upstream = await startUpstream(streaming(CHAT.streamed));
    const proxy = await openedProxy(upstream);
    for (const path of ["/v1/../admin", "/v1/keys", "/v1/chat/completions/..", "/%2e%2e/x", "/v1/files"])
      expect((await ask(proxy, path, { headers: bearer(proxy), body: CHAT.request })).status).toBe(404);
    expect(upstream.requests).toEqual([]);
    expect(proxy.record().refusals).toHaveLength(5);
  });

  test("the list of models is the trial's own", async () => {
    const upstream = await startUpstream(streaming(CHAT.streamed));
    const proxy = await openedProxy(upstream);
    const { text } = await ask(proxy, "/v1/models", { method: "GET", headers: bearer(proxy) });
    expect(JSON.parse(text).data.map(({ id }: { id: string }) => id)).toEqual([MODEL]);
    expect((await ask(proxy, "/v1/models", { method: "GET" })).status).toBe(401);
    expect(upstream.requests).toEqual([]);
  });

  test("counting tokens goes on, and is no part of the conversation", async () => {
    const upstream = await startUpstream(answering({ input_tokens: 10 }));
    const proxy = await openedProxy(upstream);
    const path = "/v1/messages/count_tokens?beta=true";
    const { text } = await ask(proxy, path, { headers: { "x-api-key": proxy.token }, body: MESSAGES.request });
    expect([text, upstream.requests[0]!.url]).toEqual(['{"input_tokens":10}', "/v1/messages/count_tokens?beta=true"]);
    expect((await proxy.close()).exchanges).toEqual([]);
  });

  test.each([
    ["/api/v1", MESSAGES, "/api/v1/messages?beta=true"],
    ["", MESSAGES, "/v1/messages?beta=true"],
    ["", RESPONSES, "/v1/responses"],
    ["", CHAT, "/chat/completions"],
    ["/v1/?api-version=3", CHAT, "/v1/chat/completions?api-version=3"],
    ["/v1?api-version=3", MESSAGES, "/v1/messages?beta=true&api-version=3"],
    ["/v1beta", GEMINI, `/v1beta/models/${MODEL}:streamGenerateContent?alt=sse`],
  ])("with the base URL …%s, the provider is asked in its own place", async (base, sample, expected) => {
    const upstream = await startUpstream(streaming(sample.streamed), { base });
    const proxy = await openedProxy(upstream);
    await asked(proxy, sample);
    expect(upstream.requests[0]!.url).toBe(expected);
  });
});

describe("headers", () => {
  test("go on only if a wire format needs them", async () => {
    const upstream = await startUpstream(streaming(MESSAGES.streamed));
    const proxy = await openedProxy(upstream);
    const { status } = await ask(proxy, MESSAGES.path, {
      body: MESSAGES.request,
      headers: {
        "x-api-key": proxy.token,
        "anthropic-version": "2023-06-01",
        "anthropic-beta": "tools-1",
        authorization: "Bearer sk-of-somebody-else",
        cookie: "session=1",
        "openai-organization": "org-of-somebody-else",
        "openai-project": "another",
        "x-forwarded-host": "evil",
        "x-http-method-override": "DELETE",
        "accept-encoding": "gzip",
        host: "evil.example",
        connection: "close, anthropic-version",
      },
    });
    expect(status).toBe(200);
    const { headers } = upstream.requests[0]!;
    expect(headers).toMatchObject({
      "anthropic-beta": "tools-1",
      "accept-encoding": "identity",
      "x-api-key": REAL_KEY,
    });
    for (const name of ["authorization", "cookie", "x-forwarded-host", "x-http-method-override", "openai-organization"])
      expect(headers[name]).toBeUndefined();
    expect(headers["openai-project"]).toBeUndefined();
    expect(headers.host).toBe(`127.0.0.1:${upstream.port}`);
  });

  test.each([
    ["two lengths", "Content-Length: 4\r\nContent-Length: 5\r\n", "{}{}"],
    [
      "a length and chunks",
      "Content-Length: 4\r\nTransfer-Encoding: chunked\r\n",
      "0\r\n\r\nGET /v1/keys HTTP/1.1\r\n\r\n",
    ],
    ["chunks that hide", "Transfer-Encoding: xchunked\r\n", "0\r\n\r\n"],
    ["a header with a line break", "X-A: b\r\n Content-Length: 3\r\n", "{}"],
    ["a header with a bare line feed", "X-A: b\nTransfer-Encoding: chunked\r\n", "{}"],
  ])("that smuggle (%s) reach nobody", async (_, headers, body) => {
    const upstream = await startUpstream(streaming(CHAT.streamed));
    const proxy = await openedProxy(upstream);
    const head = `POST ${CHAT_PATH} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${proxy.token}\r\n${headers}\r\n`;
    const answer = await rawAnswer(proxy, `${head}${body}`);
    expect(answer).toMatch(/^HTTP\/1\.1 4\d\d/);
    expect(upstream.requests).toEqual([]);
  });

  test("of a provider come back only if they are harmless", async () => {
    const upstream = await startUpstream((_, response) => {
      response.writeHead(429, {
        "content-type": "application/json",
        "retry-after": "7",
        "set-cookie": "a=b",
        server: "x",
        location: "http://elsewhere",
      });
      response.end('{"error":{"message":"slow down"}}');
    });
    const { status, headers } = await asked(await openedProxy(upstream));
    expect([status, headers["retry-after"]]).toEqual([429, "7"]);
    for (const name of ["set-cookie", "server", "location"]) expect(headers[name]).toBeUndefined();
  });
});

/** The answer to raw bytes that no HTTP client would send. */
function rawAnswer({ address }: RecordingProxy, bytes: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(address.kind === "socket" ? address.socket : "");
    let text = "";
    socket.on("data", (chunk) => {
      text += chunk.toString();
    });
    socket.on("error", () => resolve(text));
    socket.on("close", () => resolve(text));
    socket.end(bytes);
  });
}

import { describe, expect, test } from "vitest";
import { ask, asked, bearer, CHAT_PATH, openedProxy } from "../../test/support/opened-proxy.ts";
import { MODEL, WIRE_SAMPLES, type WireSample } from "../../test/support/wire-streams.ts";
import { REAL_KEY, startUpstream, streaming } from "../../test/support/wire-upstream.ts";

const [CHAT, MESSAGES, RESPONSES, GEMINI] = WIRE_SAMPLES as [WireSample, WireSample, WireSample, WireSample];
describe.each(WIRE_SAMPLES)("$format", (sample) => {
  test("an answer comes back byte for byte, and its usage is what the provider sent", async () => {
    const upstream = await startUpstream(streaming(sample.streamed));
    const proxy = await openedProxy(upstream);
    const answer = await asked(proxy, sample);
    expect([answer.status, answer.text]).toEqual([200, sample.streamed]);
    const { exchanges, refusals } = await proxy.close();
    expect(refusals).toEqual([]);
    expect(exchanges).toMatchObject([
      {
        number: 1,
        turn: 1,
        format: sample.format,
        model: MODEL,
        streamed: true,
        outcome: "answered",
        http_status: 200,
        text: sample.expected.text,
        tool_calls: sample.expected.toolCalls,
        stop_reason: sample.expected.stopReason,
        tools_offered: ["write"],
        usage: { prompt_tokens: 120, completion_tokens: 30, cached_tokens: 40 },
      },
    ]);
  });

  test("a refusal is in the words that its clients understand", async () => {
    const upstream = await startUpstream(streaming(sample.streamed));
    const proxy = await openedProxy(upstream);
    const { status, text } = await ask(proxy, sample.path, {
      headers: { authorization: "Bearer wrong" },
      body: sample.request,
    });
    expect(status).toBe(401);
    const { error } = JSON.parse(text);
    expect(error.message).toBe("Assay: the key of this request is not the trial's");
    if (sample.format === "messages") expect(JSON.parse(text).type).toBe("error");
    if (sample.format === "generate_content") expect(error.status).toBe("UNAUTHENTICATED");
    expect(upstream.requests).toEqual([]);
  });

  test("a request for another model never leaves, and is recorded", async () => {
    const upstream = await startUpstream(streaming(sample.streamed));
    const proxy = await openedProxy(upstream, { models: ["maker/another"] });
    expect((await asked(proxy, sample)).status).toBe(403);
    const { exchanges, refusals } = await proxy.close();
    expect([exchanges, upstream.requests]).toEqual([[], []]);
    expect(refusals).toMatchObject([{ reason: "model", message: `the model "${MODEL}" is not the trial's`, times: 1 }]);
  });
});

describe("the key", () => {
  test.each([
    ["authorization", MESSAGES, "authorization", `Bearer ${REAL_KEY}`],
    ["x-api-key", MESSAGES, "x-api-key", REAL_KEY],
    ["x-goog-api-key", GEMINI, "x-goog-api-key", REAL_KEY],
    ["authorization", CHAT, "authorization", `Bearer ${REAL_KEY}`],
    // In a place where no provider of the format looks, the key would be refused: a way for an agent to make a good key look bad.
    ["x-api-key", CHAT, "authorization", `Bearer ${REAL_KEY}`],
    ["x-goog-api-key", RESPONSES, "authorization", `Bearer ${REAL_KEY}`],
    ["x-goog-api-key", MESSAGES, "x-api-key", REAL_KEY],
  ])(
    "takes the token's place in %s, if its format has it there, and the token stays here",
    async (given, sample, place, expected) => {
      const upstream = await startUpstream(streaming(sample.streamed), { base: "" });
      const proxy = await openedProxy(upstream);
      const headers = { [given]: given === "authorization" ? `Bearer ${proxy.token}` : proxy.token };
      expect((await ask(proxy, sample.path, { headers, body: sample.request })).status).toBe(200);
      const [seen] = upstream.requests;
      const places = ["authorization", "x-api-key", "x-goog-api-key"];
      expect(places.filter((name) => seen!.headers[name] !== undefined)).toEqual([place]);
      expect(seen!.headers[place]).toBe(expected);
      expect(JSON.stringify([seen!.url, seen!.rawHeaders, seen!.text])).not.toContain(proxy.token);
    },
  );

  test("of a query becomes a header, because addresses are logged", async () => {
    const upstream = await startUpstream(streaming(GEMINI.streamed), { base: "/v1beta" });
    const proxy = await openedProxy(upstream);
    const { status } = await ask(proxy, `${GEMINI.path}&key=${proxy.token}`, { body: GEMINI.request });
    const [seen] = upstream.requests;
    expect([status, seen!.headers["x-goog-api-key"]]).toEqual([200, REAL_KEY]);
    expect(seen!.url).toBe(`/v1beta/models/${MODEL}:streamGenerateContent?alt=sse`);
  });

  test("that a provider repeats in its answer does not reach the agent, wherever the bytes are cut", async () => {
    const body = JSON.stringify({ error: { message: `Incorrect key ${REAL_KEY}.` } });
    for (const place of [1, body.indexOf(REAL_KEY) + 5, body.indexOf(REAL_KEY) + REAL_KEY.length]) {
      const upstream = await startUpstream(async (_, response) => {
        response.writeHead(401, { "content-type": "application/json", "x-request-id": REAL_KEY });
        response.write(body.slice(0, place));
        await new Promise((resolve) => setTimeout(resolve, 10));
        response.end(body.slice(place));
      });
      const proxy = await openedProxy(upstream);
      const answer = await asked(proxy);
      expect(answer.status).toBe(401);
      expect(JSON.stringify(answer)).not.toContain(REAL_KEY);
      const { exchanges } = await proxy.close();
      expect(JSON.stringify(exchanges)).not.toContain(REAL_KEY);
      expect(exchanges[0]).toMatchObject({ outcome: "provider_error", http_status: 401 });
      expect(exchanges[0]!.problem).toContain("Incorrect key ***");
    }
  });

  test("of a server that needs none is no header at all", async () => {
    const upstream = await startUpstream(streaming(CHAT.streamed), { key: null, headers: { "x-team": "ours" } });
    const proxy = await openedProxy(upstream);
    await asked(proxy);
    const { headers } = upstream.requests[0]!;
    expect([headers.authorization, headers["x-team"]]).toEqual([undefined, "ours"]);
  });
});

describe("who is not this trial is refused", () => {
  test.each([
    ["no token", () => ({})],
    ["an empty token", () => ({ authorization: "Bearer " })],
    ["the real key", () => ({ authorization: `Bearer ${REAL_KEY}` })],
    ["a token with more behind it", (token: string) => ({ authorization: `Bearer ${token}x` })],
    ["half a token", (token: string) => ({ authorization: `Bearer ${token.slice(0, -1)}` })],
    ["the token in capitals", (token: string) => ({ "x-api-key": token.toUpperCase() })],
    ["the token twice", (token: string) => ({ "x-api-key": [token, token] })],
    ["the token as a password", (token: string) => ({ authorization: `Basic ${btoa(`x:${token}`)}` })],
    ["the token in a cookie", (token: string) => ({ cookie: `key=${token}` })],
  ])("%s", async (_, headersFor: (token: string) => Record<string, string | string[]>) => {
    const upstream = await startUpstream(streaming(CHAT.streamed));
    const proxy = await openedProxy(upstream);
    const { status } = await ask(proxy, CHAT_PATH, { headers: headersFor(proxy.token), body: CHAT.request });
    expect([status, upstream.requests.length]).toEqual([401, 0]);
    expect(proxy.record().refusals).toMatchObject([{ reason: "token", times: 1 }]);
  });

  test("the token of another trial", async () => {
    const upstream = await startUpstream(streaming(CHAT.streamed));
    const [one, other] = [await openedProxy(upstream), await openedProxy(upstream)];
    const { status } = await ask(one, CHAT_PATH, { headers: bearer(other), body: CHAT.request });
    expect([status, upstream.requests.length]).toEqual([401, 0]);
  });

  test("everybody, once the trial is over", async () => {
    const upstream = await startUpstream(streaming(CHAT.streamed));
    const proxy = await openedProxy(upstream, { listen: "loopback" });
    await proxy.close();
    await expect(asked(proxy)).rejects.toThrow("ECONNREFUSED");
  });
});

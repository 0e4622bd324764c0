import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { limitedSpending } from "../../test/support/limited-spending.ts";
import { asked, openedProxy } from "../../test/support/opened-proxy.ts";
import { WIRE_SAMPLES, type WireSample } from "../../test/support/wire-streams.ts";
import { answering, startUpstream, streaming } from "../../test/support/wire-upstream.ts";

const [CHAT] = WIRE_SAMPLES as [WireSample];
describe("answers of every kind", () => {
  test.each([
    ["gzip", gzipSync],
    ["deflate", deflateSync],
    ["br", brotliCompressSync],
  ])("in %s, which nobody asked for, are read and passed on plain", async (encoding, compress) => {
    const upstream = await startUpstream((_, response) => {
      response.writeHead(200, { "content-type": "text/event-stream", "content-encoding": encoding });
      response.end(compress(CHAT.streamed));
    });
    const proxy = await openedProxy(upstream);
    const answer = await asked(proxy);
    expect([answer.text, answer.headers["content-encoding"]]).toEqual([CHAT.streamed, undefined]);
    expect((await proxy.close()).exchanges[0]).toMatchObject({ outcome: "answered", text: CHAT.expected.text });
  });

  test("in gzip that never ends inflating are cut off at the limit", async () => {
    const bomb = gzipSync(Buffer.alloc(20_000_000, "a"));
    const upstream = await startUpstream((_, response) => {
      response.writeHead(200, { "content-type": "application/json", "content-encoding": "gzip" });
      response.end(bomb);
    });
    const proxy = await openedProxy(upstream, { limits: { answerBytes: 1_000_000 } });
    expect((await asked(proxy)).broken).toBe(true);
    expect((await proxy.close()).exchanges[0]).toMatchObject({
      outcome: "cut_off",
      problem: "the answer is larger than 1000000 bytes",
    });
  });

  test.each([
    ["broken gzip", "gzip", Buffer.from("no gzip at all"), true],
    ["an encoding that nobody knows", "lzma", Buffer.from("x"), false],
  ])("in %s are the provider's failure", async (_, encoding, bytes, isBroken) => {
    const upstream = await startUpstream((_request, response) => {
      response.writeHead(200, { "content-type": "text/event-stream", "content-encoding": encoding });
      response.end(bytes);
    });
    const proxy = await openedProxy(upstream);
    const answer = await asked(proxy);
    expect([answer.broken, answer.status]).toEqual(isBroken ? [true, 200] : [false, 502]);
    expect((await proxy.close()).exchanges[0]).toMatchObject({ outcome: "cut_off" });
  });

  test("of 5 MB arrive whole, streamed or not", async () => {
    const long = "0123456789".repeat(500_000);
    const chunk = (content: string) => `data: ${JSON.stringify({ choices: [{ delta: { content } }] })}\n\n`;
    const ending = 'data: {"choices":[{"delta":{},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n';
    const stream = `${Array.from({ length: 500 }, (_, at) => chunk(long.slice(at * 10_000, (at + 1) * 10_000))).join("")}${ending}`;
    const whole = { choices: [{ message: { content: long }, finish_reason: "stop" }] };
    const upstream = await startUpstream((request, response) =>
      (JSON.parse(request.text).stream ? streaming(stream) : answering(whole))(request, response),
    );
    const proxy = await openedProxy(upstream, { limits: { recordBytes: 64 * 1024 * 1024 } });
    expect((await asked(proxy)).text === stream).toBe(true);
    expect((await asked(proxy, CHAT, { stream: false })).text === JSON.stringify(whole)).toBe(true);
    const { exchanges, shortened } = await proxy.close();
    // The record keeps 4 MB of one text and says so; the agent got all of it.
    expect(shortened).toBe(true);
    for (const { outcome, text } of exchanges) {
      expect(outcome).toBe("answered");
      expect(text.endsWith("[805696 bytes left out]")).toBe(true);
    }
  });

  test("that begin with a byte-order mark are read without it", async () => {
    const upstream = await startUpstream((_, response) => {
      response.writeHead(200, { "content-type": "application/json" });
      response.end(`\ufeff${JSON.stringify(CHAT.whole)}`);
    });
    const proxy = await openedProxy(upstream);
    await asked(proxy, CHAT, { stream: false });
    expect((await proxy.close()).exchanges[0]).toMatchObject({ outcome: "answered", text: CHAT.expected.text });
  });

  test("that are no JSON, no events or nothing are recorded as such", async () => {
    for (const [type, body, problem] of [
      ["application/json", "<html>", "the answer is not JSON"],
      ["text/event-stream", "data: {oops\n\n", "an event is not JSON"],
      ["text/event-stream", "data: {}", "the stream ended in the middle of an event"],
      ["text/event-stream", "", "the answer broke off"],
      ["text/html", "hello", "the answer is not JSON"],
    ]) {
      const upstream = await startUpstream((_, response) => {
        response.writeHead(200, { "content-type": type });
        response.end(body);
      });
      const proxy = await openedProxy(upstream);
      expect((await asked(proxy)).text).toBe(body);
      expect((await proxy.close()).exchanges[0]).toMatchObject({ outcome: "cut_off", problem });
    }
  });

  test.each([
    ["application/json", (values: string) => `{"choices":${values}}`],
    ["text/event-stream", (values: string) => `data: {"choices":${values}}\n\n`],
  ])("that hold millions of values in %s are passed on and not read", async (type, body) => {
    const upstream = await startUpstream((_, response) => {
      response.writeHead(200, { "content-type": type });
      response.end(body(`[${"{},".repeat(2_000_000)}{}]`));
    });
    const proxy = await openedProxy(upstream);
    expect((await asked(proxy)).text).toHaveLength(body(`[${"{},".repeat(2_000_000)}{}]`).length);
    expect((await proxy.close()).exchanges[0]).toMatchObject({
      outcome: "cut_off",
      problem: "the answer holds more than 2000000 values",
    });
  });

  test("that tell impossible usage are passed on, and the usage is not counted", async () => {
    const usage = { prompt_tokens: 10, completion_tokens: -5 };
    const upstream = await startUpstream(answering({ ...CHAT.whole, usage }));
    const spending = await limitedSpending(1);
    const proxy = await openedProxy(upstream, { spending });
    await asked(proxy, CHAT, { stream: false });
    const [exchange] = (await proxy.close()).exchanges;
    expect(exchange).toMatchObject({ outcome: "answered", usage: null, usage_refused: "completion is -5" });
    expect(spending.ledger.stopReason()).toContain("names a price that is not believed (completion is -5)");
  });

  test("that tell a price beside impossible counts are paid for at that price", async () => {
    const usage = { prompt_tokens: 10, completion_tokens: -5, cost: 0.25 };
    const upstream = await startUpstream(answering({ ...CHAT.whole, usage }));
    const spending = await limitedSpending(1);
    const proxy = await openedProxy(upstream, { spending });
    await asked(proxy, CHAT, { stream: false });
    expect((await proxy.close()).exchanges[0]).toMatchObject({ usage: null, usage_refused: "completion is -5" });
    expect([spending.ledger.totalUsd(), spending.ledger.stopReason()]).toEqual([0.25, null]);
  });
});

import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { buildConnector, Pool } from "undici";
import { expect, onTestFinished, test } from "vitest";
import { type ExchangeRequest, sendAndReceive } from "./send-and-receive.ts";

const REQUEST: ExchangeRequest = {
  origin: "http://127.0.0.1:1",
  path: "/",
  headers: {},
  body: "{}",
  timeoutSeconds: 30,
};

function slowConnections(origin: string) {
  const connect = buildConnector({});
  let letGo = () => {};
  const allowed = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const pool = new Pool(origin, { connect: (options, done) => void allowed.then(() => connect(options, done)) });
  onTestFinished(() => pool.destroy());
  return { pool, letGo };
}

async function serve(answer: Parameters<typeof createServer>[1]): Promise<{ server: Server; origin: string }> {
  const server = createServer(answer!).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return { server, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

test("a request whose time is over while it has no connection ends at once", async () => {
  const { pool } = slowConnections(REQUEST.origin);
  expect(await sendAndReceive(pool, { ...REQUEST, timeoutSeconds: 0.01 })).toEqual({ kind: "timed_out" });
});

test("so does one that is interrupted", async () => {
  const { pool } = slowConnections(REQUEST.origin);
  const interrupt = new AbortController();
  const received = sendAndReceive(pool, { ...REQUEST, signal: interrupt.signal });
  interrupt.abort();
  expect(await received).toEqual({ kind: "interrupted" });
});

test("a request that has months is not over at once", async () => {
  const { origin } = await serve((_, response) => void setTimeout(() => response.end("{}"), 20));
  const { pool, letGo } = slowConnections(origin);
  letGo();
  expect(await sendAndReceive(pool, { ...REQUEST, origin, timeoutSeconds: 10_000_000 })).not.toEqual({
    kind: "timed_out",
  });
});

test("what nobody waits for any more is not sent when the connection is made after all", async () => {
  const asked: string[] = [];
  const { origin } = await serve((request, response) => {
    asked.push(request.url!);
    response.end("{}");
  });
  const { pool, letGo } = slowConnections(origin);
  const interrupt = new AbortController();
  const given = sendAndReceive(pool, { ...REQUEST, origin, path: "/given-up", signal: interrupt.signal });
  const wanted = sendAndReceive(pool, { ...REQUEST, origin, path: "/wanted" });
  interrupt.abort();
  letGo();
  expect(await given).toEqual({ kind: "interrupted" });
  expect(await wanted).toMatchObject({ kind: "response", status: 200 });
  expect(asked).toEqual(["/wanted"]);
});

test("an answer in many pieces is put together in order, and one that is cut off is none", async () => {
  const { origin } = await serve((request, response) => {
    response.writeHead(200, { "content-length": "6" });
    for (const piece of ["a", "b", "ç"]) response.write(piece);
    if (request.url === "/whole") response.end("dd");
    else setImmediate(() => response.destroy());
  });
  const { pool, letGo } = slowConnections(origin);
  letGo();
  const whole = await sendAndReceive(pool, { ...REQUEST, origin, path: "/whole" });
  expect(whole.kind === "response" && whole.bytes.toString()).toBe("abçdd");
  expect(await sendAndReceive(pool, { ...REQUEST, origin, path: "/cut" })).toMatchObject({ kind: "failed" });
});

test("a request that can't be sent is a failure and no exception", async () => {
  const { pool } = slowConnections(REQUEST.origin);
  expect(await sendAndReceive(pool, { ...REQUEST, path: "no path" })).toMatchObject({ kind: "failed" });
});

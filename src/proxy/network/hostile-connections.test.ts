import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { ask, openedProxy } from "../../../test/support/opened-proxy.ts";
import { startUpstream, streaming } from "../../../test/support/wire-upstream.ts";
import type { ProxyOptions, RecordingProxy } from "../index.ts";

const proxyWith = async (changes: Partial<ProxyOptions>) =>
  await openedProxy(await startUpstream(streaming("")), { listen: "loopback", ...changes });
const credentials = ({ token }: RecordingProxy) => `Basic ${btoa(`assay:${token}`)}`;
const tunnelTo = (proxy: RecordingProxy, target: string) =>
  `CONNECT ${target} HTTP/1.1\r\nHost: x\r\nProxy-Authorization: ${credentials(proxy)}\r\n\r\n`;

/** A connection that has sent some data, has its first answer, and keeps its own end open. */
async function said({ address }: RecordingProxy, words: string): Promise<{ socket: Socket; answer: string }> {
  const port = address.kind === "loopback" ? address.port : 0;
  const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
  onTestFinished(() => void socket.destroy());
  socket.on("error", () => {});
  socket.write(words);
  const answer = await new Promise<string>((resolve) => socket.once("data", (chunk) => resolve(chunk.toString())));
  return { socket, answer };
}

/** A host on this machine that says the same to every client. */
async function hostSaying(words: string): Promise<number> {
  const server = createServer((socket) => void socket.on("error", () => {}).end(words));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

/** Collects errors without a listener, which would crash the process. */
function unheardErrors(): unknown[] {
  const errors: unknown[] = [];
  const hear = (error: unknown) => void errors.push(error);
  const others = process.listeners("uncaughtException");
  process.removeAllListeners("uncaughtException");
  process.on("uncaughtException", hear);
  onTestFinished(() => {
    process.off("uncaughtException", hear);
    for (const other of others) process.on("uncaughtException", other);
  });
  return errors;
}

const aMoment = () => new Promise((resolve) => setTimeout(resolve, 50));

test("whoever is turned away because there are too many tunnels and then breaks its connection ends nothing but itself", async () => {
  const errors = unheardErrors();
  const proxy = await proxyWith({ limits: { tunnelsAtOnce: 0 } });
  for (let again = 0; again < 5; again += 1) {
    const { socket, answer } = await said(proxy, tunnelTo(proxy, "pypi.org:443"));
    expect(answer).toMatch(/^HTTP\/1\.1 429/);
    socket.resetAndDestroy();
  }
  await aMoment();
  expect(errors).toEqual([]);
});

test("a host whose answer cannot be passed on is no answer, and ends nothing", async () => {
  const errors = unheardErrors();
  const port = await hostSaying("HTTP/1.1 000 Nothing\r\nContent-Length: 0\r\n\r\n");
  const proxy = await proxyWith({ network: [`localhost:${port}`], resolve: async () => ["127.0.0.1"] });
  const headers = { "proxy-authorization": credentials(proxy) };
  const { status } = await ask(proxy, `http://localhost:${port}/`, { method: "GET", headers });
  expect([status, errors]).toEqual([502, []]);
});

test.each([
  ["a tunnel that was refused", (proxy: RecordingProxy) => tunnelTo(proxy, "pypi.org:443"), 403],
  ["a tunnel without the token", () => "CONNECT pypi.org:443 HTTP/1.1\r\nHost: x\r\n\r\n", 407],
  ["something that is no HTTP", () => "\u0001\u0002 hello\r\n\r\n", 400],
])("a trial ends although somebody holds on to %s", async (_, words, status) => {
  const proxy = await proxyWith({});
  const { answer } = await said(proxy, words(proxy));
  expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status}`));
  await proxy.close();
});

test("with allow, the proxy is no way to the servers of this machine: the container's own network is what is open", async () => {
  const port = await hostSaying("secrets of the host");
  const proxy = await proxyWith({ network: "allow" });
  for (const host of ["127.0.0.1", "localhost", "[::1]", "169.254.169.254"]) {
    const { answer } = await said(proxy, tunnelTo(proxy, `${host}:${port}`));
    expect(answer).toMatch(/^HTTP\/1\.1 403/);
  }
});

test("a host of which one address does not answer is reached at another", async () => {
  const port = await hostSaying("here I am");
  const resolve = async () => ["127.0.0.9", "127.0.0.1"];
  const proxy = await proxyWith({ network: [`localhost:${port}`], resolve });
  const { socket, answer } = await said(proxy, tunnelTo(proxy, `localhost:${port}`));
  expect(answer).toMatch(/^HTTP\/1\.1 200/);
  const rest = answer.includes("here I am")
    ? answer
    : await new Promise<string>((done) => socket.once("data", (chunk) => done(chunk.toString())));
  expect(rest).toContain("here I am");
});

test("a host that nobody answers for is told as such", async () => {
  const proxy = await proxyWith({ network: ["localhost:9"], resolve: async () => ["127.0.0.9"] });
  const { answer } = await said(proxy, tunnelTo(proxy, "localhost:9"));
  expect(answer).toMatch(/^HTTP\/1\.1 502/);
});

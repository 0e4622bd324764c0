import { createServer, request as openRequest } from "node:http";
import { type AddressInfo, connect, createServer as createTcpServer } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import { openedProxy } from "../../../test/support/opened-proxy.ts";
import { startUpstream, streaming } from "../../../test/support/wire-upstream.ts";
import type { RecordingProxy } from "../index.ts";
import { decideHost } from "./host-rules.ts";
import { isPrivateAddress } from "./private-addresses.ts";
import { resolveHost } from "./resolve-host.ts";

const LIST = ["pypi.org", "*.pypi.org", "registry.local:8443", "10.0.0.5", "[2001:db8::7]:444"];

describe("which hosts a list lets through", () => {
  test.each([
    ["pypi.org", 443],
    ["pypi.org", 80],
    ["PyPI.org", 443],
    ["pypi.org.", 443],
    ["files.pypi.org", 443],
    ["a.b.pypi.org", 443],
    ["registry.local", 8443],
    ["10.0.0.5", 80],
    ["[2001:db8::7]", 444],
  ])("%s:%i", (host, port) => expect(decideHost(LIST, host, port).refused).toBeNull());

  test.each([
    ["evilpypi.org", 443],
    ["pypi.org.evil.com", 443],
    ["pypi.org@evil.com", 443],
    ["pypi.com", 443],
    ["registry.local", 443],
    ["x.registry.local", 8443],
    ["10.0.0.6", 80],
    ["110.0.0.5", 80],
    ["org", 443],
    ["", 443],
  ])("but not %s:%i", (host, port) =>
    expect(decideHost(LIST, host, port).refused).toBe(
      host === "registry.local"
        ? "network_access lists registry.local, but not its port 443"
        : "network_access does not list it",
    ),
  );

  test("a host whose port is missing is told so", () =>
    expect(decideHost(["pypi.org"], "pypi.org", 22).refused).toBe(
      "network_access lists pypi.org, but not its port 22",
    ));
});

describe("private addresses", () => {
  test.each([
    "127.0.0.1",
    "127.8.8.8",
    "0.0.0.0",
    "10.1.2.3",
    "172.16.0.1",
    "172.31.255.255",
    "192.168.1.1",
    "169.254.169.254",
    "100.64.0.1",
    "224.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "::7f00:1",
    "::ffff:127.0.0.1",
    "::ffff:7f00:1",
    "::ffff:169.254.169.254",
    "64:ff9b::7f00:1",
    "2002:7f00:1::",
    "fc00::1",
    "fd12:3456::1",
    "fe80::1",
    "ff02::1",
    "not an address",
  ])("%s is one", (address) => expect(isPrivateAddress(address)).toBe(true));

  test.each([
    "8.8.8.8",
    "1.1.1.1",
    "172.32.0.1",
    "172.15.0.1",
    "100.128.0.1",
    "193.0.0.1",
    "2606:4700::1111",
    "2a00:1450::1",
  ])("%s is none", (address) => expect(isPrivateAddress(address)).toBe(false));

  test("a listed name that leads to one is refused, also if it is one of several", async () => {
    for (const addresses of [["127.0.0.1"], ["8.8.8.8", "10.0.0.1"], ["::1"], ["169.254.169.254"]])
      expect(await resolveHost(["pypi.org"], "pypi.org", 443, async () => addresses)).toMatchObject({
        ok: false,
        refused: expect.stringContaining("private address"),
      });
  });

  test("a listed address may be one, because somebody meant it", async () => {
    expect(await resolveHost(["10.0.0.5:9000"], "10.0.0.5", 9000)).toEqual({ ok: true, addresses: ["10.0.0.5"] });
    expect(await resolveHost(["localhost:9000"], "localhost", 9000, async () => ["127.0.0.1"])).toMatchObject({
      ok: true,
    });
  });

  test("an address written in another way does not pass for a name", async () => {
    for (const host of ["0x7f.1", "2130706433", "127.1", "0177.0.0.1"])
      expect(await resolveHost([host], host, 80, async () => ["127.0.0.1"])).toMatchObject({ ok: false });
  });

  test("a name is resolved once, so that a second answer cannot differ", async () => {
    let asked = 0;
    const rebinding = async () => (asked++ === 0 ? ["8.8.8.8"] : ["127.0.0.1"]);
    expect(await resolveHost(["pypi.org"], "pypi.org", 443, rebinding)).toEqual({ ok: true, addresses: ["8.8.8.8"] });
    expect(asked).toBe(1);
  });

  test("a name that leads nowhere is refused", async () => {
    const nowhere = async () => Promise.reject(new Error("ENOTFOUND"));
    expect(await resolveHost(["pypi.org"], "pypi.org", 443, nowhere)).toMatchObject({ ok: false });
  });
});

/** A host on this machine that answers every byte with the same byte. */
async function echoHost(): Promise<number> {
  const server = createTcpServer((socket) => void socket.on("error", () => {}).pipe(socket));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

async function proxyWith(network: "deny" | "allow" | string[], resolve = async () => ["127.0.0.1"]) {
  return await openedProxy(await startUpstream(streaming("")), { network, resolve });
}

const credentials = ({ token }: RecordingProxy) => `Basic ${btoa(`assay:${token}`)}`;

/** Sends `CONNECT` and some data, and returns everything that comes back. */
function through({ address }: RecordingProxy, target: string, authorization: string | null, say = ""): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(address.kind === "socket" ? address.socket : "");
    let text = "";
    const header = authorization === null ? "" : `Proxy-Authorization: ${authorization}\r\n`;
    socket.write(`CONNECT ${target} HTTP/1.1\r\nHost: ${target}\r\n${header}\r\n`);
    socket.on("data", (chunk) => {
      text += chunk.toString();
      if (/^HTTP\/1\.1 200[\s\S]*\r\n\r\n$/.test(text) && say !== "") socket.end(say);
    });
    socket.on("error", () => resolve(text));
    socket.on("close", () => resolve(text));
  });
}

describe("other hosts through the proxy", () => {
  test("a listed host is reached, both ways", async () => {
    const port = await echoHost();
    const proxy = await proxyWith([`localhost:${port}`]);
    expect(await through(proxy, `localhost:${port}`, credentials(proxy), "hello")).toMatch(
      /^HTTP\/1\.1 200 [\s\S]*hello$/,
    );
    expect((await proxy.close()).hosts).toEqual([{ host: "localhost", port, refused: null, times: 1 }]);
  });

  test("with deny nobody is, and who was asked for is recorded with how often", async () => {
    const port = await echoHost();
    const proxy = await proxyWith("deny");
    for (let again = 0; again < 3; again += 1)
      expect(await through(proxy, `127.0.0.1:${port}`, credentials(proxy))).toMatch(
        /^HTTP\/1\.1 403 [\s\S]*network_access is deny/,
      );
    expect((await proxy.close()).hosts).toEqual([
      { host: "127.0.0.1", port, refused: "network_access is deny", times: 3 },
    ]);
  });

  test("a listed name that leads to this machine is refused", async () => {
    const port = await echoHost();
    const proxy = await proxyWith([`pypi.org:${port}`]);
    expect(await through(proxy, `pypi.org:${port}`, credentials(proxy))).toMatch(/^HTTP\/1\.1 403/);
  });

  test.each([
    ["no token", null],
    ["a wrong token", `Basic ${btoa("assay:wrong")}`],
    ["no scheme", "token"],
    ["an empty one", "Basic "],
  ])("%s opens nothing", async (_, authorization) => {
    const port = await echoHost();
    const proxy = await proxyWith([`localhost:${port}`]);
    expect(await through(proxy, `localhost:${port}`, authorization)).toMatch(/^HTTP\/1\.1 407/);
    expect((await proxy.close()).refusals).toMatchObject([{ reason: "token" }]);
  });

  test.each(["localhost", "localhost:0", "localhost:99999", ":80", "http://localhost:80", "a b:80"])(
    "%s is no place to connect to",
    async (target) => {
      const proxy = await proxyWith("allow");
      expect(await through(proxy, target, credentials(proxy))).toMatch(/^HTTP\/1\.1 400/);
    },
  );

  test("plain HTTP goes to a listed host, without the token", async () => {
    const seen: unknown[] = [];
    const host = createServer((request, response) => {
      seen.push([request.url, request.headers.host, request.headers["proxy-authorization"], request.headers["x-mine"]]);
      response.end("found");
    });
    await new Promise<void>((resolve) => host.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void host.close());
    const { port } = host.address() as AddressInfo;
    const proxy = await proxyWith([`localhost:${port}`]);
    expect(await plain(proxy, `http://localhost:${port}/a?b=c`)).toEqual([200, "found"]);
    expect(seen).toEqual([["/a?b=c", `localhost:${port}`, undefined, "1"]]);
    expect(await plain(proxy, `http://127.0.0.1:${port}/`)).toEqual([403, expect.stringContaining("does not list it")]);
    expect(await plain(proxy, "https://localhost/")).toEqual([400, expect.any(String)]);
  });

  test("what is open ends with the trial", async () => {
    const port = await echoHost();
    const proxy = await proxyWith([`localhost:${port}`]);
    const answer = through(proxy, `localhost:${port}`, credentials(proxy));
    while (proxy.record().hosts.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    await new Promise((resolve) => setTimeout(resolve, 50));
    await proxy.close();
    expect(await answer).toMatch(/^HTTP\/1\.1 200/);
  });
});

function plain(proxy: RecordingProxy, url: string): Promise<[number, string]> {
  const socketPath = proxy.address.kind === "socket" ? proxy.address.socket : "";
  const headers = { "proxy-authorization": credentials(proxy), "x-mine": "1" };
  return new Promise((resolve, reject) => {
    const request = openRequest({ socketPath, path: url, headers, agent: false }, (response) => {
      let text = "";
      response.on("data", (chunk) => {
        text += String(chunk);
      });
      response.on("end", () => resolve([response.statusCode ?? 0, text]));
    });
    request.on("error", reject);
    request.end();
  });
}

import { createServer, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { scriptedProvider } from "../../test/support/scripted-provider.ts";
import { openGateways } from "./index.ts";

async function startProxy(): Promise<{ url: string; tunnels: string[] }> {
  const tunnels: string[] = [];
  const proxy: Server = createServer((_, response) => response.writeHead(405).end());
  proxy.on("connect", (request, client) => {
    tunnels.push(request.url ?? "");
    const [host, port] = (request.url ?? "").split(":");
    const server = connect(Number(port), host, () => client.write("HTTP/1.1 200 Connection established\r\n\r\n"));
    server.pipe(client).pipe(server);
    for (const socket of [server, client]) socket.on("error", () => socket.destroy());
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    proxy.closeAllConnections();
    proxy.close();
  });
  return { url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`, tunnels };
}

async function ask(env: Record<string, string>): Promise<string> {
  const gateways = openGateways({ env: { OPENROUTER_API_KEY: "key-for-tests", ...env } });
  onTestFinished(() => gateways.close());
  const request = { model: "some/model", messages: [{ role: "user" as const, content: "hello" }], options: {} };
  const outcome = await gateways.forModel("some/model").complete(request, { timeoutSeconds: 5, retries: 0 });
  return outcome.status === "answered" ? (outcome.message.content ?? "") : `${outcome.status}: ${outcome.message}`;
}

test("requests go through the proxy that the environment names", async () => {
  const [provider, proxy] = [await scriptedProvider(["through"]), await startProxy()];
  expect(await ask({ OPENROUTER_BASE_URL: provider.baseUrl, HTTP_PROXY: proxy.url })).toBe("through");
  expect(proxy.tunnels).toEqual([new URL(provider.baseUrl).host]);
});

test("NO_PROXY leaves a server of one's own out of it", async () => {
  const [provider, proxy] = [await scriptedProvider(["direct"]), await startProxy()];
  const env = { OPENROUTER_BASE_URL: provider.baseUrl, HTTP_PROXY: proxy.url, NO_PROXY: "127.0.0.1" };
  expect(await ask(env)).toBe("direct");
  expect(proxy.tunnels).toEqual([]);
});

test("a proxy for https leaves http alone", async () => {
  const [provider, proxy] = [await scriptedProvider(["direct"]), await startProxy()];
  expect(await ask({ OPENROUTER_BASE_URL: provider.baseUrl, HTTPS_PROXY: proxy.url })).toBe("direct");
  expect(proxy.tunnels).toEqual([]);
});

test("a proxy that is not there is a failed connection, not a crash", async () => {
  const provider = await scriptedProvider(["never"]);
  const answer = await ask({ OPENROUTER_BASE_URL: provider.baseUrl, HTTP_PROXY: "http://127.0.0.1:9" });
  expect(answer).toMatch(/^provider_error: .*(ECONNREFUSED|connect)/);
});

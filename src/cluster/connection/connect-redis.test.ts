import { createServer, type Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { lacks } from "../../../test/support/needs.ts";
import { startRedis, type TestRedis, testRedis } from "../../../test/support/redis.ts";
import { temporaryFolder } from "../../../test/support/temporary.ts";
import { connectRedis, type RedisConnection, waitBeforeReconnecting } from "./connect-redis.ts";
import { hidePasswords } from "./hide-passwords.ts";
import { type RedisAddressOptions, readRedisAddress } from "./redis-address.ts";

const PASSWORD = "geheim/17";

async function connect(url: string, more: RedisAddressOptions = {}) {
  const read = readRedisAddress({ url, ...more });
  const connected = read.ok ? await connectRedis(read.address) : read;
  if (connected.ok) onTestFinished(() => connected.connection.close());
  return connected;
}

async function connection(url: string, more: RedisAddressOptions = {}): Promise<RedisConnection> {
  const connected = await connect(url, more);
  if (!connected.ok) throw new Error(connected.problem);
  return connected.connection;
}

async function problem(url: string, more: RedisAddressOptions = {}): Promise<string> {
  const connected = await connect(url, more);
  if (connected.ok) throw new Error("connected all the same");
  expect(connected.problem).not.toContain("geheim");
  expect(connected.problem).toMatch(/^[A-Z].*[.?]$/s);
  return connected.problem;
}

describe.skipIf(lacks("redis"))("a real Redis", () => {
  let plain: TestRedis;
  let locked: TestRedis;
  let encrypted: TestRedis;
  beforeAll(async () => {
    [plain, locked, encrypted] = await Promise.all([
      startRedis(),
      startRedis({ password: PASSWORD }),
      startRedis({ tls: true, password: PASSWORD }),
    ]);
  });
  afterAll(async () => {
    await Promise.all([plain, locked, encrypted].map((redis) => redis.close()));
  });

  test("is connected to, and nothing about one on this machine is insecure", async () => {
    const { client, place, warnings } = await connection(plain.url);
    expect(await client.ping()).toBe("PONG");
    expect([place, warnings]).toEqual([`redis://127.0.0.1:${plain.port}/0`, []]);
  });

  test("is entered with its password, and with a user of its own", async () => {
    expect(await (await connection(locked.url)).client.ping()).toBe("PONG");
    await locked.cli(
      "ACL",
      "SETUSER",
      "assay",
      "on",
      ">geheim2",
      "~assay:*",
      "&assay:*",
      "+@all",
      "-@dangerous",
      "+info",
      "+client",
    );
    const { client } = await connection(`redis://assay:geheim2@127.0.0.1:${locked.port}`);
    expect(await client.ping()).toBe("PONG");
  });

  test("says that it wants a password", async () => {
    expect(await problem(`redis://127.0.0.1:${locked.port}`)).toContain("wants a password");
  });

  test("says that the password is wrong, without repeating it", async () => {
    expect(await problem(`redis://:geheimnis@127.0.0.1:${locked.port}`)).toContain("does not accept the password");
    expect(await problem(`redis://bob:geheimnis@127.0.0.1:${locked.port}`)).toContain("does not accept user bob");
  });

  test("says what a user may not do, and what it needs", async () => {
    await plain.cli(
      "ACL",
      "SETUSER",
      "reader",
      "on",
      ">geheim3",
      "~assay:*",
      "&*",
      "+@read",
      "+info",
      "+hello",
      "+client",
      "+ping",
    );
    const said = await problem(`redis://reader:geheim3@127.0.0.1:${plain.port}`);
    expect(said).toContain("'eval'");
    expect(said).toContain("ACL SETUSER assay");
    await plain.cli("ACL", "SETUSER", "elsewhere", "on", ">geheim4", "~other:*", "&*", "+@all");
    expect(await problem(`redis://elsewhere:geheim4@127.0.0.1:${plain.port}`)).toContain("lacks permissions");
    await plain.cli("ACL", "SETUSER", "mute", "on", ">geheim5", "~*", "resetchannels", "+@all");
    expect(await problem(`redis://mute:geheim5@127.0.0.1:${plain.port}`)).toContain("lacks permissions");
  });

  test("has no database of that number, and another one is not taken in silence", async () => {
    expect(await problem(`redis://127.0.0.1:${plain.port}/99`)).toContain("no database 99");
  });

  test("with TLS is trusted when the authority is named", async () => {
    const { client, warnings } = await connection(encrypted.url, { caFile: encrypted.certificates!.authority });
    expect([await client.ping(), warnings]).toEqual(["PONG", []]);
  });

  test("with TLS is refused when nobody vouches for its certificate, and can be used with a warning", async () => {
    expect(await problem(encrypted.url)).toContain("--redis-ca");
    const { warnings } = await connection(encrypted.url, { insecure: true });
    expect(warnings).toEqual([expect.stringContaining("is not checked")]);
  });

  test("with TLS is refused when another authority signed it, or its file is not there", async () => {
    const other = await testRedis({ tls: true });
    expect(await problem(encrypted.url, { caFile: other.certificates!.authority })).toContain(
      "not signed by the authority in",
    );
    expect(await problem(encrypted.url, { caFile: "/nowhere/ca.pem" })).toContain("can't be read");
    const nonsense = temporaryFolder({ "ca.pem": "no certificate" });
    expect(await problem(encrypted.url, { caFile: `${nonsense}/ca.pem` })).toContain("ca.pem");
  });

  test("with TLS is not asked without, and the other way round", async () => {
    expect(await problem(`redis://:${encodeURIComponent(PASSWORD)}@127.0.0.1:${encrypted.port}`)).toContain(
      "rediss://",
    );
    expect(await problem(`rediss://127.0.0.1:${plain.port}`)).toContain("does not use TLS");
  });

  test("that is killed and comes back is waited for, and its going and coming are told", async () => {
    const redis = await testRedis({ persistent: true });
    const { client, onAway } = await connection(redis.url);
    await client.set("assay:x", "kept");
    const told: boolean[] = [];
    onAway((isAway) => told.push(isAway));
    await redis.kill();
    const asked = client.get("assay:x");
    await redis.start();
    expect(await asked).toBe("kept");
    expect([told[0], told.at(-1)]).toEqual([true, false]);
  });

  test("that is out of memory says so at once", async () => {
    const redis = await testRedis({ maxmemory: "1" });
    expect(await problem(redis.url)).toContain("out of memory");
  });

  test("that only copies another one is refused", async () => {
    const replica = await testRedis();
    await replica.cli("REPLICAOF", "127.0.0.1", String(plain.port));
    expect(await problem(replica.url)).toContain("is a replica");
  });
});

test("nothing listens there", async () => {
  expect(await problem("redis://:geheim@127.0.0.1:1")).toContain("nothing listens there");
});

test("a machine that does not exist", async () => {
  expect(await problem("redis://:geheim@nowhere.invalid")).toMatch(/no machine has that name|could not be looked up/);
});

test("what answers is not Redis", async () => {
  const port = await serve((socket) => socket.end("HTTP/1.1 400 Bad Request\r\n\r\n"));
  expect(await problem(`redis://:geheim@127.0.0.1:${port}`)).toContain("is not Redis");
});

test.each([
  ["6.0.16", "too old (6.0.16)"],
  ["5.0.14", "too old"],
])("Redis %s is too old", async (version, said) => {
  const info = `# Server\r\nredis_version:${version}\r\nredis_mode:standalone\r\n`;
  const port = await serve((socket, command) => {
    if (/HELLO/i.test(command))
      socket.write(version.startsWith("5") ? "-ERR unknown command `HELLO`\r\n" : "*2\r\n$5\r\nproto\r\n:3\r\n");
    else if (/INFO/i.test(command)) socket.write(`$${info.length}\r\n${info}\r\n`);
    else socket.write("+OK\r\n");
  });
  expect(await problem(`redis://127.0.0.1:${port}`)).toContain(said);
});

test("an interrupt ends the first connection", async () => {
  const port = await serve(() => {});
  const read = readRedisAddress({ url: `redis://127.0.0.1:${port}` });
  if (!read.ok) throw new Error(read.problem);
  const connected = await connectRedis(read.address, AbortSignal.timeout(50));
  expect(connected).toEqual({ ok: false, problem: expect.stringContaining("interrupted") });
});

test("a password that was typed is taken out of the list of processes", () => {
  const titles: string[] = [];
  const setTitle = (title: string) => titles.push(title);
  const argv = ["node", "assay", "worker", "--redis", "redis://:geheim%2F17@host"];
  hidePasswords(["geheim/17", "geheim%2F17"], { argv, setTitle });
  hidePasswords(["geheim/17", "geheim%2F17"], { argv: argv.slice(0, 3), setTitle });
  expect(titles).toEqual(["assay worker"]);
});

test("many that lost the same Redis come back at different moments, after two seconds at most", () => {
  expect([1, 2, 3, 20].map((times) => waitBeforeReconnecting(times, () => 0))).toEqual([50, 100, 200, 1000]);
  expect([1, 2, 3, 20].map((times) => waitBeforeReconnecting(times, () => 0.999))).toEqual([100, 200, 400, 1999]);
});

/** Starts a server that answers each chunk as one command. */
async function serve(answer: (socket: Socket, command: string) => void): Promise<number> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    socket.on("data", (bytes) => {
      for (const command of bytes.toString().split(/(?=\*\d+\r\n)/)) answer(socket, command);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return (server.address() as { port: number }).port;
}

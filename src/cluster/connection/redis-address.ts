/** Address and credentials of a Redis, as plain data. Only `place` may be shown. */
export interface RedisAddress {
  /** Address without user and password, such as `redis://host:6379/0`. */
  place: string;
  host: string;
  port: number;
  database: number;
  username: string | null;
  password: string | null;
  isEncrypted: boolean;
  /** PEM file of the authority that signed the server's certificate; null for the system's authorities. */
  caFile: string | null;
  /** Accepts any certificate, so that anyone in between can read and change everything. */
  isUnverified: boolean;
}

export interface RedisAddressOptions {
  /** Defaults to ASSAY_REDIS_URL. */
  url?: string;
  caFile?: string;
  insecure?: boolean;
  env?: Record<string, string | undefined>;
}

export type ReadRedisAddress = { ok: true; address: RedisAddress } | { ok: false; problem: string };

/**
 * Parses the address of a Redis. Problems do not repeat it, as it may contain a password.
 *
 * @example
 * const read = readRedisAddress({ url: "rediss://assay:secret@redis.example:6380/2", caFile: "ca.pem" });
 * if (read.ok) console.log(read.address.place); // rediss://redis.example:6380/2
 */
export function readRedisAddress({ url, caFile, insecure = false, env = {} }: RedisAddressOptions): ReadRedisAddress {
  const text = (url ?? env.ASSAY_REDIS_URL ?? "").trim();
  const source = url === undefined ? "ASSAY_REDIS_URL" : "The address of Redis";
  if (text === "") return wrong("No Redis is named. Write redis://host:6379, or set ASSAY_REDIS_URL.");
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(text)?.[1]?.toLowerCase();
  if (scheme !== "redis" && scheme !== "rediss") {
    const given = scheme === undefined ? "" : `, not with ${scheme}://`;
    return wrong(`${source} has to begin with redis:// or, with TLS, rediss://${given}.`);
  }
  const parsed = URL.canParse(text) ? new URL(text) : null;
  if (!parsed || parsed.hostname === "" || parsed.hash !== "") {
    return wrong(
      `${source} can't be read. It is written redis://user:password@host:port/database; in a password, write characters such as / # ? % @ as %2F %23 %3F %25 %40.`,
    );
  }
  if (parsed.search !== "") return wrong(`${source} has a part after "?", which means nothing here. ${TLS_OPTIONS}`);
  const database = /^\/?(\d{1,5})?$/.exec(parsed.pathname);
  if (!database) return wrong(`${source} ends with something that is not the number of a database, such as /0.`);
  const [username, password] = [decoded(parsed.username), decoded(parsed.password)];
  if (username === undefined || password === undefined)
    return wrong(`${source} has a % in its user or password that encodes nothing. Write it as %25.`);
  if (username && !password)
    return wrong(`${source} has a user, but no password. A password alone is written redis://:password@host.`);
  const isEncrypted = scheme === "rediss";
  if (!isEncrypted && (caFile !== undefined || insecure))
    return wrong(`${source} does not use TLS, so there is no certificate to check. Write rediss://.`);
  if (caFile !== undefined && insecure)
    return wrong(
      "A certificate is either checked against its authority's file or not checked at all: give one of the two.",
    );
  const port = parsed.port === "" ? 6379 : Number(parsed.port);
  const address: RedisAddress = {
    place: `${scheme}://${parsed.hostname}:${port}/${database[1] ?? 0}`,
    host: parsed.hostname.replace(/^\[(.*)\]$/, "$1"),
    port,
    database: Number(database[1] ?? 0),
    username: username || null,
    password: password || null,
    isEncrypted,
    caFile: caFile ?? null,
    isUnverified: insecure,
  };
  return { ok: true, address };
}

const TLS_OPTIONS = "Write rediss:// for TLS, and give your own authority with --redis-ca.";

function wrong(problem: string): { ok: false; problem: string } {
  return { ok: false, problem };
}

/** Returns undefined for a stray %. */
function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

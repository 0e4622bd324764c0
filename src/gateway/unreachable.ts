/** Why no connection came about, as far as the error tells. */
export interface ConnectionTrouble {
  /** Nobody listens there, or the name leads nowhere: the next request would meet the same. */
  isDown: boolean;
  /** What to change; null when only waiting may help. Asking again is no use then. */
  advice: string | null;
  /** The other side closed a connection without TLS before it said anything: it may have waited for TLS. */
  wasCut: boolean;
}

const DOWN = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "UND_ERR_CONNECT_TIMEOUT",
]);

/** Reads what a failed connection says, and what is behind it. */
export function connectionTrouble(error: unknown, origin: string): ConnectionTrouble {
  const all = [...causesOf(error)];
  const isTls = origin.startsWith("https:");
  const words = all.map(({ code, message }) => `${code ?? ""} ${message ?? ""}`).join(" ");
  const advice = isTls
    ? /WRONG_VERSION_NUMBER|wrong version number|PACKET_LENGTH_TOO_LONG|packet length too long|http request/i.test(
        words,
      )
      ? "The server speaks plain HTTP there, and the base URL says https://: write http://, or the port that speaks TLS."
      : null
    : /HPE_|Parse Error|HTTPParserError|Expected HTTP\//.test(words)
      ? "The answer was not HTTP; if the server speaks TLS there, write https:// in the base URL."
      : null;
  const wasCut = !isTls && /other side closed|socket hang up|ECONNRESET/.test(words);
  return { isDown: all.some(({ code }) => code !== undefined && DOWN.has(code)), advice, wasCut };
}

/** A server that speaks TLS and says in plain words that it was not asked so: nginx, Go and others do. */
export function saysItWantsTls(status: number, text: string, origin: string): boolean {
  return (
    status === 400 &&
    origin.startsWith("http:") &&
    /HTTP request (?:was )?sent to (?:an )?HTTPS (?:port|server)|HTTP request to an HTTPS server/i.test(text)
  );
}

interface Cause {
  code?: string;
  message?: string;
}

function* causesOf(error: unknown): Generator<Cause> {
  const { code, message, cause, errors, name } = error as Error & { code?: string; errors?: unknown[] };
  yield { ...(code === undefined ? {} : { code }), message: `${name} ${message}` };
  for (const inner of errors ?? []) yield* causesOf(inner);
  if (cause) yield* causesOf(cause);
}

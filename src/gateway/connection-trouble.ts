/** The reason why a connection failed, as far as the error tells. */
export interface ConnectionTrouble {
  /** Nothing listens there, or the name does not resolve: the next request would fail the same way. */
  isDown: boolean;
  /** Advice on what to change, in which case a retry is useless; null when only waiting may help. */
  advice: string | null;
  /** The server closed a connection without TLS before any response, so it may expect TLS. */
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

/** Interprets a connection error and its causes. */
export function explainConnectionError(error: unknown, origin: string): ConnectionTrouble {
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

/** Recognises a TLS server's plain-text complaint about a request without TLS, as from nginx, Go and others. */
export function demandsTls(status: number, text: string, origin: string): boolean {
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

import { connect } from "node:net";
import type { RedisAddress } from "./redis-address.ts";

/** Explains a failed connection and says what to do. */
export async function explainConnectionProblem(
  address: RedisAddress,
  error: Error & { code?: string },
): Promise<string> {
  const { place, username, password } = address;
  const { code = "", message } = error;
  if (/^NOAUTH|without any password configured/.test(message)) {
    return password === null
      ? `Redis at ${place} wants a password. Write redis://:password@host, or better set ASSAY_REDIS_URL, which does not show in a list of processes.`
      : `Redis at ${place} did not accept the password.`;
  }
  if (message.startsWith("WRONGPASS")) {
    const whose = username === null ? "the password" : `user ${username} with this password`;
    return `Redis at ${place} does not accept ${whose}.`;
  }
  if (/DB index is out of range/.test(message)) {
    return `Redis at ${place} has no database ${address.database}; usually there are 16, from 0 to 15.`;
  }
  if (/^ERR unknown command.*HELLO/i.test(message)) return tooOld(place, "before 6");
  if (/Unknown RESP type|Protocol error/i.test(message)) return `The server at ${place} is not Redis.`;
  if (/CERT|SIGNATURE|SELF_SIGNED|ALTNAME/.test(code)) return certificateProblem(address, code, message);
  if (address.isEncrypted && (await answersWithoutTls(address))) {
    return `Redis at ${place} does not use TLS. Write redis:// if the network is private, or turn TLS on at the server.`;
  }
  if (/EPROTO|ERR_SSL/.test(code)) return `No TLS connection to ${place} could be made: ${message}.`;
  if (code === "ECONNRESET" || message === "Connection is closed.") {
    const tls = address.isEncrypted ? "" : " If it only accepts TLS, write rediss://.";
    return `Redis at ${place} closed the connection at once.${tls}`;
  }
  return `Redis at ${place} can't be reached: ${describeErrorCode(code, message)}`;
}

export function tooOld(place: string, version: string): string {
  return `Redis at ${place} is too old (${version}): Assay needs Redis 6.2 or newer, or Valkey.`;
}

function certificateProblem({ place, caFile }: RedisAddress, code: string, message: string): string {
  if (code === "ERR_TLS_CERT_ALTNAME_INVALID")
    return `The certificate of ${place} is for another name: ${message.replace(/^.*altnames: /, "")}`;
  if (code === "CERT_HAS_EXPIRED") return `The certificate of ${place} has expired.`;
  return caFile === null
    ? `The certificate of ${place} is signed by an authority that this machine does not know. Give the authority's file with --redis-ca.`
    : `The certificate of ${place} is not signed by the authority in ${caFile}.`;
}

/** Tries without TLS: Redis does not answer the start of a TLS connection. */
function answersWithoutTls({ host, port }: RedisAddress): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: 2_000 }, () => socket.write("PING\r\n"));
    const end = (answers: boolean) => {
      socket.destroy();
      resolve(answers);
    };
    socket.once("data", (bytes) => end(/^[+-](?:PONG|NOAUTH|DENIED|LOADING)/.test(bytes.toString("latin1"))));
    socket.once("timeout", () => end(false));
    socket.once("error", () => end(false));
    socket.once("close", () => end(false));
  });
}

function describeErrorCode(code: string, message: string): string {
  const known: Record<string, string> = {
    ECONNREFUSED: "nothing listens there. Is it running?",
    ENOTFOUND: "no machine has that name.",
    EAI_AGAIN: "the name of the machine could not be looked up.",
    ETIMEDOUT: "no answer came within a few seconds. Is a firewall in between?",
    EHOSTUNREACH: "there is no route to that machine.",
    ENETUNREACH: "there is no route to that network.",
  };
  return known[code] ?? `${message.replace(/\.$/, "")}.`;
}

import { isIP } from "node:net";

/** Who may be reached besides the model: nobody, everybody, or those that are listed. */
export type NetworkAccess = "deny" | "allow" | readonly string[];

export interface HostDecision {
  /** Null when it may be reached. */
  refused: string | null;
  /** The user named this very address or `localhost`, so a private one is meant: it is this machine's, not the container's. */
  privateIsMeant: boolean;
}

/**
 * A rule is a host (`pypi.org`), all hosts below one (`*.pypi.org`, which is not `pypi.org` itself) or an address (`10.0.0.5`, `[::1]`), with
 * a port or without; without one, 80 and 443 are meant.
 */
export function decideHost(access: NetworkAccess, host: string, port: number): HostDecision {
  const name = plainName(host);
  if (access === "deny") return { refused: "network_access is deny", privateIsMeant: false };
  // The container's own network reaches what it may; this machine's own servers are not part of that.
  if (access === "allow") return { refused: null, privateIsMeant: false };
  const match = access.map(ruleOf).find((rule) => matches(rule, name, port));
  if (match) return { refused: null, privateIsMeant: match.name === "localhost" || isIP(match.name) !== 0 };
  const otherPort = access.map(ruleOf).some((rule) => matches(rule, name, null));
  const refused = otherPort
    ? `network_access lists ${name}, but not its port ${port}`
    : "network_access does not list it";
  return { refused, privateIsMeant: false };
}

interface Rule {
  name: string;
  below: boolean;
  port: number | null;
}

function ruleOf(text: string): Rule {
  const [, wildcard, host = "", port] = /^(\*\.)?(\[[^\]]+\]|[^:]+)(?::(\d+))?$/.exec(text) ?? [];
  return { name: plainName(host), below: wildcard !== undefined, port: port === undefined ? null : Number(port) };
}

function matches(rule: Rule, name: string, port: number | null): boolean {
  const isHost = rule.below ? isIP(name) === 0 && name.endsWith(`.${rule.name}`) : name === rule.name;
  if (!isHost || port === null) return isHost;
  return rule.port === null ? port === 80 || port === 443 : port === rule.port;
}

/** Case, a dot at the end and the brackets of an address mean nothing. */
export function plainName(host: string): string {
  return host
    .toLowerCase()
    .replace(/^\[(.*)\]$/, "$1")
    .replace(/\.$/, "");
}

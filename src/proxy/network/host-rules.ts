import { isIP } from "node:net";

/** Hosts reachable besides the model: none, all, or those listed. */
export type NetworkAccess = "deny" | "allow" | readonly string[];

export interface HostDecision {
  /** Null when it may be reached. */
  refused: string | null;
  /** The user listed this exact address or `localhost`, so a private address is intended: this machine's, not the container's. */
  privateIsMeant: boolean;
}

/**
 * Decides by the rules. A rule is a host (`pypi.org`), all hosts below one (`*.pypi.org`, not including `pypi.org`) or an address
 * (`10.0.0.5`, `[::1]`), optionally with a port; without one, ports 80 and 443 are allowed.
 */
export function decideHost(access: NetworkAccess, host: string, port: number): HostDecision {
  const name = normalizeHost(host);
  if (access === "deny") return { refused: "network_access is deny", privateIsMeant: false };
  // The container may reach its own network; that does not include this machine's servers.
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
  return { name: normalizeHost(host), below: wildcard !== undefined, port: port === undefined ? null : Number(port) };
}

function matches(rule: Rule, name: string, port: number | null): boolean {
  const isHost = rule.below ? isIP(name) === 0 && name.endsWith(`.${rule.name}`) : name === rule.name;
  if (!isHost || port === null) return isHost;
  return rule.port === null ? port === 80 || port === 443 : port === rule.port;
}

/** Removes differences without meaning: case, a trailing dot and the brackets of an address. */
export function normalizeHost(host: string): string {
  return host
    .toLowerCase()
    .replace(/^\[(.*)\]$/, "$1")
    .replace(/\.$/, "");
}

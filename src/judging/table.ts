import { batch } from "./batch/protocol.ts";
import { campaign } from "./campaign/protocol.ts";
import type { NamedProtocol, Protocol } from "./protocol.ts";
import { rubric } from "./rubric/protocol.ts";

/** All ways of judging. Code outside this table and the protocols' own folders uses descriptors, never names. */
const TABLE = {
  campaign,
  rubric,
  batch,
};

export type ProtocolName = keyof typeof TABLE;
/** Protocols whose results have a name. */
export type NamedProtocolName = {
  [Name in ProtocolName]: (typeof TABLE)[Name] extends NamedProtocol ? Name : never;
}[ProtocolName];

/** The lists of judgings in the overview of a store, by the names of their protocols. */
export type ListedJudgings<Listed> = {
  [Name in NamedProtocolName as (typeof TABLE)[Name]["listedAs"]]: Listed[];
};

export const PROTOCOLS: Readonly<Record<ProtocolName, Protocol>> = TABLE;
export const PROTOCOL_NAMES = Object.keys(TABLE) as ProtocolName[];
export const NAMED_PROTOCOLS = Object.fromEntries(
  Object.entries<Protocol>(TABLE).filter(([, protocol]) => "folder" in protocol),
) as Record<NamedProtocolName, NamedProtocol>;
export const NAMED_PROTOCOL_NAMES = Object.keys(NAMED_PROTOCOLS) as NamedProtocolName[];

/** Filter for packets; profiles may be named with or without fingerprint. */
export type PacketFilter = {
  suite?: string;
  runProfile?: string;
  evaluationProfile?: string;
} & { [Name in NamedProtocolName]?: string };

/** Returns the first name that a protocol's own option gives. */
export function namedOption(filter: PacketFilter): string | undefined {
  return NAMED_PROTOCOL_NAMES.map((protocol) => filter[protocol]).find((name) => name !== undefined);
}

/** Lists something for every protocol with named results, under its key in the overview of a store. */
export function listJudgings<Listed>(list: (protocol: NamedProtocol) => Listed[]): ListedJudgings<Listed> {
  return Object.fromEntries(
    Object.values(NAMED_PROTOCOLS).map((protocol) => [protocol.listedAs, list(protocol)]),
  ) as ListedJudgings<Listed>;
}

/** Splits `<protocol>/<name>`; null for a campaign, whose name has three parts. */
export function namedJudging(campaign: string): { protocol: NamedProtocolName; name: string } | null {
  const [first = "", name, third] = campaign.split("/");
  const protocol = NAMED_PROTOCOL_NAMES.find((known) => NAMED_PROTOCOLS[known].folder === first);
  return protocol === undefined || name === undefined || third !== undefined ? null : { protocol, name };
}

/** All folders below outputs/ with judgings, with the depth of locks below each. */
export function lockDepths(): Record<string, number> {
  return Object.assign({}, ...PROTOCOL_NAMES.map((name) => PROTOCOLS[name].lockDepths));
}

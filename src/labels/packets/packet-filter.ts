import {
  NAMED_PROTOCOL_NAMES,
  namedJudging,
  type PacketFilter,
  type ProtocolName,
  wantsProfile,
} from "../../judging/index.ts";

const CAMPAIGN_NAMES = ["suite", "runProfile", "evaluationProfile"] as const;

/** Picks the fields of a packet filter from other options. */
export function packetFilter(options: PacketFilter): PacketFilter {
  const names = [...CAMPAIGN_NAMES, ...NAMED_PROTOCOL_NAMES];
  return Object.fromEntries(names.map((name) => [name, options[name]]));
}

/** Returns whether a filter includes packets of a protocol: by its own option, or because no other is named. */
export function wantsProtocol(filter: PacketFilter, protocol: ProtocolName): boolean {
  const named = namedProtocols(filter);
  return named.length === 0 || named.includes(protocol);
}

function namedProtocols(filter: PacketFilter): ProtocolName[] {
  const isCampaign = CAMPAIGN_NAMES.some((name) => filter[name] !== undefined);
  return [
    ...(isCampaign ? (["campaign"] as const) : []),
    ...NAMED_PROTOCOL_NAMES.filter((name) => filter[name] !== undefined),
  ];
}

/** Returns whether a filter includes packets of a campaign or named judging. */
export function isWanted(campaign: string, filter: PacketFilter): boolean {
  const named = namedJudging(campaign);
  if (!wantsProtocol(filter, named?.protocol ?? "campaign")) return false;
  if (named) return (filter[named.protocol] ?? named.name) === named.name;
  const [suite = "", runProfile = "", evaluationProfile = ""] = campaign.split("/");
  return (
    (filter.suite ?? suite) === suite &&
    wantsProfile(filter.runProfile, runProfile) &&
    wantsProfile(filter.evaluationProfile, evaluationProfile)
  );
}

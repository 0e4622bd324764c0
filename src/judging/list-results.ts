import { listNamed, type NamedResult } from "../store/index.ts";
import { NAMED_PROTOCOLS, type NamedProtocolName } from "./table.ts";

/** Lists what a protocol judged under names, the newest first. */
export function listResults(outputs: string, protocol: NamedProtocolName): NamedResult[] {
  return listNamed(outputs, NAMED_PROTOCOLS[protocol]);
}

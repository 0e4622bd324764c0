import { listNamed, type NamedResult } from "../store/index.ts";
import { NAMED_PROTOCOLS, type NamedProtocolName } from "./table.ts";

/** Lists the named results of a protocol, the newest first. */
export function listResults(outputs: string, protocol: NamedProtocolName): NamedResult[] {
  return listNamed(outputs, NAMED_PROTOCOLS[protocol]);
}

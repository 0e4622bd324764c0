import { onTestFinished } from "vitest";
import { openProtocol, type Protocol, type ProtocolAtWork, type ProtocolOptions } from "../torture/protocols.ts";

export { PROTOCOLS, type ProtocolAtWork } from "../torture/protocols.ts";

/** One way of judging for one test. */
export async function protocolAtWork(protocol: Protocol, options: ProtocolOptions = {}): Promise<ProtocolAtWork> {
  const opened = await openProtocol(protocol, options);
  onTestFinished(() => opened.close());
  return opened;
}

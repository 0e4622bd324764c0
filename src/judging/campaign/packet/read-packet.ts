import { problemOfShape } from "../../../records/index.ts";
import { DEEPEST_JSON, jsonOrNull } from "../../../text/index.ts";
import type { Packet } from "./packet.ts";
import { PACKET_SHAPE } from "./packet-shape.ts";

/** Reads a packet from the text that was sent. */
export function readPacket(text: string): Packet {
  return JSON.parse(text) as Packet;
}

/** Reads a packet from foreign text of a store; `problem` is the reason why it is not one. */
export function readForeignPacket(text: string): { packet: Packet; problem: null } | { packet: null; problem: string } {
  const value = jsonOrNull(text, DEEPEST_JSON);
  const problem = problemOfShape(PACKET_SHAPE, value);
  return problem === null ? { packet: value as Packet, problem } : { packet: null, problem };
}

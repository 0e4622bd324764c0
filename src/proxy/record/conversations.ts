import { sha256 } from "../../text/index.ts";
import type { WireMessage, WirePart } from "../wire/format.ts";

/** Some megabytes of hashes. */
const MOST_REMEMBERED = 50_000;

/** Tells what is new in a request whose agent sends the whole conversation every time. */
export interface Conversations {
  newIn(messages: readonly WireMessage[]): WireMessage[];
}

/**
 * A conversation is known by the hashes of its beginnings. An agent may hold several, and may shorten one: then what it
 * keeps of the old one is known by its words and its ids.
 */
export function openConversations(): Conversations {
  const beginnings = new Set<string>();
  const words = new Set<string>();
  const results = new Set<string>();

  /** The result of a call counts once, however often it is repeated. */
  function isNewPart(part: WirePart): boolean {
    return part.kind !== "tool_result" || part.id === "" || !results.has(sha256(part.id));
  }

  return {
    newIn(messages) {
      let beginning = "";
      let known = 0;
      // Hashed once: a message may have thirty megabytes, and everybody waits meanwhile.
      const hashes = messages.map(({ role, parts }) => sha256(JSON.stringify([role, parts])));
      const chain = messages.map(({ role }, index) => {
        // What an agent tells its model about the time of day must not make a conversation a new one.
        beginning = role === "system" ? beginning : sha256(`${beginning}${hashes[index]}`);
        return beginning;
      });
      for (const [index, hash] of chain.entries()) if (beginnings.has(hash)) known = index + 1;
      const isShortened = known === 0;
      const added = messages.filter((message, index) => {
        const isKnown = words.has(hashes[index]!);
        if (message.role === "system") return !isKnown;
        return index >= known && !(isShortened && isKnown);
      });
      const kept = added
        .map(({ role, parts }) => ({ role, parts: parts.filter(isNewPart) }))
        .filter(({ parts }) => parts.length > 0);
      // Who says so much is no longer followed: what it repeats counts as new, and is cut by the record's budget.
      if (words.size > MOST_REMEMBERED) return kept;
      for (const hash of chain) if (hash !== "") beginnings.add(hash);
      for (const hash of hashes) words.add(hash);
      for (const { parts } of messages)
        for (const part of parts) if (part.kind === "tool_result") results.add(sha256(part.id));
      return kept;
    },
  };
}

import type { WireMessage, WirePart } from "../../gateway/index.ts";
import { sha256 } from "../../text/index.ts";

/** A few megabytes of hashes. */
const MOST_REMEMBERED = 50_000;

/** Finds the new messages in a request whose agent resends the whole conversation every time. */
export interface Conversations {
  newIn(messages: readonly WireMessage[]): WireMessage[];
}

/**
 * Recognises a conversation by the hashes of its prefixes. An agent may hold several, and may shorten one: messages kept from the
 * old one are recognised by their text and ids.
 */
export function openConversations(): Conversations {
  const beginnings = new Set<string>();
  const words = new Set<string>();
  const results = new Set<string>();

  /** A call's result counts once, however often it is repeated. */
  function isNewPart(part: WirePart): boolean {
    return part.kind !== "tool_result" || part.id === "" || !results.has(sha256(part.id));
  }

  return {
    newIn(messages) {
      let beginning = "";
      let known = 0;
      // Hashed once: a message may have thirty megabytes, and hashing blocks everyone.
      const hashes = messages.map(({ role, parts }) => sha256(JSON.stringify([role, parts])));
      const chain = messages.map(({ role }, index) => {
        // Skip system messages: the time of day in one must not start a new conversation.
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
      // An agent that says this much is no longer tracked: its repetitions count as new, and are cut by the record's budget.
      if (words.size > MOST_REMEMBERED) return kept;
      for (const hash of chain) if (hash !== "") beginnings.add(hash);
      for (const hash of hashes) words.add(hash);
      for (const { parts } of messages)
        for (const part of parts) if (part.kind === "tool_result") results.add(sha256(part.id));
      return kept;
    },
  };
}

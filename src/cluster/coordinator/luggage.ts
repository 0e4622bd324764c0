import { type FetchContent, RefusedBytesError } from "../../store/index.ts";
import type { Redactor } from "../../text/index.ts";
import type { ContentStore } from "../contents/content-store.ts";
import { type PutFile, putFiles } from "../contents/pack-tree.ts";

/** What jobs take with them: plain data and files, each content once, and never a secret. */
export interface Luggage {
  /** Sends plain data that many jobs share; its SHA-256. Packed again when Redis may have lost it. */
  send(key: object, pack: () => Promise<unknown>): Promise<string>;
  putFile: PutFile;
  /** @throws RefusedBytesError */
  fetchFile: FetchContent;
  /** Why something cannot be sent, for people; null when it could. */
  problemOf(send: () => Promise<string>): Promise<string | null>;
}

/** Texts of questions that are being asked are kept; a whole campaign's would not fit into memory. */
const MOST_KEPT = 64;

class SecretInside extends Error {}

/** @param secrets finds values of secrets of this machine, and nothing that merely looks like one */
export function openLuggage(contents: ContentStore, secrets: Redactor): Luggage {
  const texts = new Map<object, string>();

  function refuseSecrets(text: string, where: string): void {
    if (secrets(text) !== text)
      throw new SecretInside(
        `${where} contains a secret from this machine's environment, and nothing secret may go through Redis. ` +
          "Name it as a variable instead, and set the variable where the workers run.",
      );
  }

  async function textOf(key: object, pack: () => Promise<unknown>): Promise<string> {
    const text = JSON.stringify(await pack());
    refuseSecrets(text, "what its workers would be sent");
    texts.set(key, text);
    const oldest = texts.keys().next().value;
    if (texts.size > MOST_KEPT && oldest) texts.delete(oldest);
    return text;
  }

  const put = putFiles(async (path, content) => {
    refuseSecrets(content.toString("latin1"), path);
    return await contents.put(content);
  });
  contents.onForget(() => {
    // Files are sent with the data that names them.
    texts.clear();
    put.forget();
  });
  return {
    async send(key, pack) {
      return await contents.put(texts.get(key) ?? (await textOf(key, pack)));
    },
    putFile: put,
    async fetchFile(sha256, mostBytes) {
      const content = await contents.get(sha256, mostBytes);
      if (content) return content;
      const name = sha256.slice(0, 12);
      throw new RefusedBytesError(
        `one of its files (${name}) is gone from Redis, too large, or not what its SHA-256 says`,
      );
    },
    async problemOf(send) {
      try {
        await send();
        return null;
      } catch (error) {
        if (error instanceof SecretInside) return error.message;
        throw error;
      }
    },
  };
}

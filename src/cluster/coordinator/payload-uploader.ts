import { RefusedBytesError } from "../../errors/index.ts";
import type { FetchContent } from "../../store/index.ts";
import type { Redactor } from "../../text/index.ts";
import type { ContentStore } from "../contents/content-store.ts";
import { type PutFile, putFiles } from "../contents/pack-tree.ts";

/** Uploads data and files for jobs, each content once, and refuses secrets. */
export interface PayloadUploader {
  /** Uploads data shared by many jobs and returns its SHA-256. Packs it again when Redis may have lost it. */
  send(key: object, pack: () => Promise<unknown>): Promise<string>;
  putFile: PutFile;
  /** @throws RefusedBytesError */
  fetchFile: FetchContent;
  /** Explains why something cannot be sent; null if it was. */
  problemOf(send: () => Promise<string>): Promise<string | null>;
}

/** Payloads to keep while they are in use; a whole campaign would not fit into memory. */
const MOST_KEPT = 64;

class SecretInside extends Error {}

/** @param secrets masks the values of this machine's secrets, but nothing that merely looks like one */
export function openPayloadUploader(contents: ContentStore, secrets: Redactor): PayloadUploader {
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
    // Files are uploaded while their data is packed, so both must be sent again.
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
        { path: name },
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

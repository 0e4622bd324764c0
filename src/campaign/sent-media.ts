import type { MediaShelf, Trial } from "../runners/index.ts";
import type { FileRedactor, Store } from "../store/index.ts";

/** The images and recordings of a trial, held from before sending until they are stored. */
export interface SentMediaKeeper {
  /** Stores the sent media, each file once. Returns the names of those with secrets, which are not kept. */
  keep(store: Store, redact: FileRedactor): string[];
  release(): void;
}

const NONE: SentMediaKeeper = { keep: () => [], release: () => {} };

/** Holds a trial's media, so that the stored bytes are those sent, even if a file changes meanwhile. */
export async function holdMedia({ request: { media = [] } }: Trial, shelf: MediaShelf): Promise<SentMediaKeeper> {
  if (media.length === 0) return NONE;
  const taken = await shelf.take(media);
  // The runner will report the same problem and send nothing.
  if (!taken.ok) return NONE;
  return {
    keep: (store, redact) =>
      media.flatMap((file) => {
        const bytes = () => Buffer.from(taken.media.base64(file.sha256).toString("latin1"), "base64");
        // Redacting a secret would change the file, and with it the hash that names it.
        if (!store.hasMedia(file) && redact.bytes(bytes()) !== null) return [file.name];
        store.keepMedia(file, bytes);
        return [];
      }),
    release: taken.release,
  };
}

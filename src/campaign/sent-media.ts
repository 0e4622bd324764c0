import type { MediaShelf, Trial } from "../runners/index.ts";
import type { FileRedactor, Store } from "../store/index.ts";

/** The images and recordings of a trial, from before they are sent until they are stored. */
export interface SentMediaKeeper {
  /** Puts what was sent into the store, each file once; the names of those with secrets in them, which are not kept. */
  keep(store: Store, redact: FileRedactor): string[];
  release(): void;
}

const NONE: SentMediaKeeper = { keep: () => [], release: () => {} };

/** Holds a trial's media, so that what is kept is what was sent, whatever becomes of the file meanwhile. */
export async function holdMedia({ request: { media = [] } }: Trial, shelf: MediaShelf): Promise<SentMediaKeeper> {
  if (media.length === 0) return NONE;
  const taken = await shelf.take(media);
  // The runner meets the same problem and says so; nothing is sent then.
  if (!taken.ok) return NONE;
  return {
    keep: (store, redact) =>
      media.flatMap((file) => {
        const bytes = () => Buffer.from(taken.media.base64(file.sha256).toString("latin1"), "base64");
        // Without the secret it would be another file than the one that its name says.
        if (!store.hasMedia(file) && redact.bytes(bytes()) !== null) return [file.name];
        store.keepMedia(file, bytes);
        return [];
      }),
    release: taken.release,
  };
}

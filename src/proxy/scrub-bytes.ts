/** Removes secrets from bytes as they pass, wherever the bytes are cut. */
export interface Scrubber {
  /** Returns everything but an ending that may be the beginning of a secret. */
  push(bytes: Buffer): Buffer;
  /** Returns the bytes held back. */
  rest(): Buffer;
}

/** A shorter value would occur by chance. */
const SHORTEST = 8;

/**
 * Opens a scrubber for the given secrets: a provider may echo the key it was sent, especially in an error. Lengths are preserved,
 * so the headers stay true.
 */
export function openScrubber(secrets: readonly string[]): Scrubber {
  const sought = secrets.filter((secret) => secret.length >= SHORTEST).map((secret) => Buffer.from(secret));
  let kept: Buffer = Buffer.alloc(0);
  return {
    push(bytes) {
      const all = kept.length === 0 ? bytes : Buffer.concat([kept, bytes]);
      const clean = withoutAll(all, sought);
      const back = Math.max(0, ...sought.map((secret) => beginningAtEnd(clean, secret)));
      kept = Buffer.from(clean.subarray(clean.length - back));
      return clean.subarray(0, clean.length - back);
    },
    rest() {
      const rest = kept;
      kept = Buffer.alloc(0);
      return rest;
    },
  };
}

function withoutAll(bytes: Buffer, sought: readonly Buffer[]): Buffer {
  let clean = bytes;
  for (const secret of sought)
    for (let at = clean.indexOf(secret); at >= 0; at = clean.indexOf(secret, at + secret.length)) {
      if (clean === bytes) clean = Buffer.from(bytes);
      clean.fill("*", at, at + secret.length);
    }
  return clean;
}

/** The number of final bytes that are an incomplete beginning of the secret. */
function beginningAtEnd(bytes: Buffer, secret: Buffer): number {
  for (let length = Math.min(secret.length - 1, bytes.length); length > 0; length -= 1)
    if (bytes.subarray(bytes.length - length).equals(secret.subarray(0, length))) return length;
  return 0;
}

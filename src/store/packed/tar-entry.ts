import { Header, Pax } from "tar";

const BLOCK = 512;

/** Two empty blocks end an archive. */
export const TAR_END = Buffer.alloc(2 * BLOCK);

/** Encodes a file for an archive, without owner and time, so that equal content gives equal bytes. */
export function tarEntry(path: string, content: Buffer): Buffer[] {
  const described = { path, size: content.length, type: "File", mode: 0o644, mtime: new Date(0) } as const;
  const header = new Header(described);
  const needsMore = header.encode();
  const padding = Buffer.alloc((BLOCK - (content.length % BLOCK)) % BLOCK);
  return [...(needsMore ? [new Pax({ path, size: content.length }).encode()] : []), header.block!, content, padding];
}

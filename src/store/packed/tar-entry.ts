import { Header, Pax } from "tar";

const BLOCK = 512;

/** Two empty blocks: the end of an archive. */
export const TAR_END = Buffer.alloc(2 * BLOCK);

/** A file as an archive has it. Whose it was and when it was written is left out, so that the same content is the same bytes. */
export function tarEntry(path: string, content: Buffer): Buffer[] {
  const described = { path, size: content.length, type: "File", mode: 0o644, mtime: new Date(0) } as const;
  const header = new Header(described);
  const needsMore = header.encode();
  const padding = Buffer.alloc((BLOCK - (content.length % BLOCK)) % BLOCK);
  return [...(needsMore ? [new Pax({ path, size: content.length }).encode()] : []), header.block!, content, padding];
}

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { packageRoot } from "../../text/index.ts";
import { findShipped } from "./find-shipped.ts";

/** Page of the documentation in the package. */
export interface ShippedPage {
  name: string;
  /** First heading. */
  title: string;
  path: string;
}

export function shippedPages(): ShippedPage[] {
  const folder = join(packageRoot(), "docs");
  return readdirSync(folder)
    .filter((file) => file.endsWith(".md"))
    .sort()
    .map((file) => {
      const path = join(folder, file);
      return { name: file.slice(0, -".md".length), title: /^# (.+)$/m.exec(readFileSync(path, "utf8"))![1]!, path };
    });
}

export function readShippedPage(name: string): { ok: true; text: string } | { ok: false; message: string } {
  const page = findShipped("page", name.replace(/^(?:docs\/)?(.*?)(?:\.md)?$/, "$1"), shippedPages());
  return page.ok ? { ok: true, text: readFileSync(page.value.path, "utf8") } : page;
}

import { setFlagsFromString } from "node:v8";

/**
 * Makes V8 collect garbage early and keep its initial size for new objects. Otherwise both grow while ten thousand records are read, and a
 * server that mostly waits would keep that memory. With 10,000 judged trials on Node 20, the server took 159 MB without these settings and
 * 131 MB with them, for about 0.4 s more when composing the page.
 */
export function keepHeapSmall(): void {
  setFlagsFromString("--semi-space-growth-factor=1");
  setFlagsFromString("--optimize-for-size");
}

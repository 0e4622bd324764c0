import { render } from "preact";
import { App } from "./app.tsx";
import { isLive, receive, reloadAll } from "./state/chunks.ts";
import { chunksOnScreen } from "./state/current-page.ts";

declare global {
  interface Window {
    assay: { data(name: string, value: unknown): void };
  }
}

window.assay = { data: receive };
render(<App />, document.getElementById("app")!);

// The server announces changes, and visible chunks are loaded again.
if (isLive) {
  const live = new EventSource("live");
  live.addEventListener("changed", ({ data }) => reloadAll(data, (name) => chunksOnScreen().has(name)));
}

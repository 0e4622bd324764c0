import { computed, signal } from "@preact/signals";

/** State of the page, all of it from the address. */
export interface Route {
  path: string[];
  query: URLSearchParams;
}

const hash = signal(location.hash);
/** Page of a single file when the address names none. */
const start = document.documentElement.dataset.start ?? "/";

export const route = computed<Route>(() => {
  const [path = "", query = ""] = (hash.value.replace(/^#/, "") || start).split("?");
  return { path: path.split("/").filter(Boolean).map(decoded), query: new URLSearchParams(query) };
});

/** Formats a page's address for a link. */
export function href(path: readonly (string | number)[], query?: URLSearchParams | Record<string, string>): string {
  const search = new URLSearchParams(query).toString();
  return `#/${path.map((part) => encodeURIComponent(part)).join("/")}${search === "" ? "" : `?${search}`}`;
}

/** Goes to a page, with a history entry. */
export function goTo(address: string): void {
  location.hash = address;
}

/** Changes the query without a history entry. */
export function setQuery(changes: Record<string, string | null>): void {
  const { path, query } = route.value;
  const next = new URLSearchParams(query);
  for (const [name, value] of Object.entries(changes))
    if (value === null || value === "") next.delete(name);
    else next.set(name, value);
  history.replaceState(null, "", href(path, next));
  hash.value = location.hash;
}

addEventListener("hashchange", () => {
  hash.value = location.hash;
});

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

import { route, setQuery } from "./route.ts";

/** True if the address reveals the subject; readers judge without it first. */
export function isSubjectShown(): boolean {
  return route.value.query.get("subject") === "shown";
}

export function toggleSubject(): void {
  setQuery({ subject: isSubjectShown() ? null : "shown" });
}

import { route, setQuery } from "../../state/route.ts";

/** Searches by a text that is in the address; the key `/` leads to it. */
export function SearchField({ label, placeholder }: { label: string; placeholder?: string }) {
  return (
    <label>
      <span>{label}</span>
      <input
        id="filter-text"
        type="search"
        value={route.value.query.get("text") ?? ""}
        placeholder={placeholder}
        onInput={({ currentTarget }) => setQuery({ text: currentTarget.value })}
      />
    </label>
  );
}

import type { ComponentChildren } from "preact";
import { route, setQuery } from "../state/route.ts";

/** Shows one of several contents; the choice is in the address, which omits the first. */
export function TabbedCard<Tab extends string>(props: {
  tabs: Readonly<Record<Tab, string>>;
  children: (tab: Tab) => ComponentChildren;
}) {
  const names = Object.keys(props.tabs) as Tab[];
  const asked = route.value.query.get("tab");
  const tab = names.find((name) => name === asked) ?? names[0]!;
  return (
    <section class="card" aria-label="Everything behind it">
      <div class="tabs">
        {names.map((name) => (
          <button
            key={name}
            type="button"
            class="tab"
            aria-pressed={name === tab}
            onClick={() => setQuery({ tab: name === names[0] ? null : name, page: null })}
          >
            {props.tabs[name]}
          </button>
        ))}
      </div>
      {props.children(tab)}
    </section>
  );
}

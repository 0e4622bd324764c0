import type { ComponentChildren } from "preact";
import { formatCount } from "../../../../text/presentation/index.ts";
import { Choice } from "./choice.tsx";
import { SearchField } from "./search-field.tsx";

/** Shows a list with its filters: a text, further choices, and the order. All of them are in the address. */
export function FilteredCard(props: {
  title: string;
  /** Plural noun of the rows. */
  noun: string;
  shown: number;
  all: number;
  search: string;
  choices: ComponentChildren;
  /** Words for the usual order and for the lowest score first. */
  orders: [usual: string, lowest: string];
  children: ComponentChildren;
}) {
  const { title, noun, shown, all, search, choices, orders, children } = props;
  const [usual, lowest] = orders;
  return (
    <section class="card" aria-labelledby={`${noun}-title`}>
      <div class="card-head">
        <h2 id={`${noun}-title`}>{title}</h2>
        <p class="muted" role="status">
          {formatCount(shown)} of {formatCount(all)} {noun}
        </p>
      </div>
      <search class="filters">
        <SearchField label={search} />
        {choices}
        <Choice
          name="sort"
          label="order"
          all={usual}
          options={[
            ["lowest", lowest],
            ["spread", "judges furthest apart"],
          ]}
        />
      </search>
      {children}
    </section>
  );
}

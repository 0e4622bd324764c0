import { route, setQuery } from "../../state/route.ts";

/** Select whose value is in the address; the first option, empty, omits it. */
export function Choice(props: {
  name: string;
  all: string;
  options: [value: string, words: string][];
  label?: string;
}) {
  const { name, all, options, label = name } = props;
  return (
    <label>
      <span>{label}</span>
      <select
        value={route.value.query.get(name) ?? ""}
        onChange={({ currentTarget }) => setQuery({ [name]: currentTarget.value })}
      >
        <option value="">{all}</option>
        {options.map(([option, words]) => (
          <option value={option} key={option}>
            {words}
          </option>
        ))}
      </select>
    </label>
  );
}

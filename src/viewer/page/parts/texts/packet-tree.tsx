import { PacketText } from "./packet-text.tsx";

/** Shows any part of the packet as names and values, so that every quote has a place. */
export function PacketTree({ path, value }: { path: string; value: unknown }) {
  if (value === null || value === undefined) return <span class="muted">none</span>;
  if (typeof value !== "object") return <PacketText path={path} text={String(value)} />;
  const entries = Array.isArray(value)
    ? value.map((part, at) => [String(at + 1), part, `${path}[${at}]`] as const)
    : Object.entries(value).map(([name, part]) => [name, part, `${path}.${name}`] as const);
  if (entries.length === 0) return <span class="muted">none</span>;
  return (
    <dl class="tree">
      {entries.map(([name, part, inside]) => (
        <div key={inside}>
          <dt>{name.replaceAll("_", " ")}</dt>
          <dd>
            <PacketTree path={inside} value={part} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

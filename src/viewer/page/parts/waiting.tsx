import type { ComponentChildren } from "preact";
import type { Loading } from "../state/chunks.ts";

/** Shows a chunk once loaded, or why it is missing. */
export function Waiting<Value>(props: {
  loading: Loading<Value>;
  missing: string;
  children: (value: Value) => ComponentChildren;
}) {
  const { loading, missing, children } = props;
  if (loading.state === "waiting")
    return (
      <p class="empty" role="status">
        Loading …
      </p>
    );
  if (loading.state === "missing")
    return (
      <p class="empty" role="alert">
        {missing}
      </p>
    );
  return <>{children(loading.value)}</>;
}

/** When something of a result was last stored, as a cell of a table; to the minute, in UTC. */
export function LastStored({ at }: { at: string }) {
  return (
    <td class="nowrap">
      <time dateTime={at}>{at.slice(0, 16).replace("T", " ")}</time>
    </td>
  );
}

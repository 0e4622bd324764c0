/** Cell with the time of the last change, to the minute, in UTC. */
export function LastStored({ at }: { at: string }) {
  return (
    <td class="nowrap">
      <time dateTime={at}>{at.slice(0, 16).replace("T", " ")}</time>
    </td>
  );
}

/** What a column is called; figures are aligned at their end. */
export type Column = string | { number: string };

/** The heads of a table's columns. */
export function TableHead({ columns }: { columns: readonly Column[] }) {
  return (
    <thead>
      <tr>
        {columns.map((column) =>
          typeof column === "string" ? (
            <th scope="col" key={column}>
              {column}
            </th>
          ) : (
            <th scope="col" class="number" key={column.number}>
              {column.number}
            </th>
          ),
        )}
      </tr>
    </thead>
  );
}

/** Lines between the rows of a list, above the first row of each group. */
import type { HTMLAttributes } from 'react';

interface Line {
  /** What the line says, and over how many columns: one more would be a column of its own. */
  'data-group'?: string;
  'data-span'?: number;
}

function Row({ 'data-group': group, 'data-span': span, ...row }: HTMLAttributes<HTMLTableRowElement> & Line) {
  return (
    <>
      {group !== undefined && (
        <tr className="y-group-line">
          <th colSpan={span} scope="colgroup">
            {group}
          </th>
        </tr>
      )}
      <tr {...row} />
    </>
  );
}

export const groupedRows = { components: { body: { row: Row } } };

/** What a row carries when it begins a group. */
export function groupLine<R>(groupOf: ((row: R) => string) | undefined, row: R, before: R | undefined, span: number): Line {
  if (groupOf === undefined) return {};
  const group = groupOf(row);
  return before !== undefined && groupOf(before) === group ? {} : { 'data-group': group, 'data-span': span };
}

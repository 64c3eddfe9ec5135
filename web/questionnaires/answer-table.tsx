/** An answer of several rows. */
import type { ShownTable } from '#contract/questionnaires/matrix.rules.ts';
import './questionnaires.css';

export function AnswerTable({ label, table: { columns, rows } }: { label: string; table: ShownTable }) {
  const named = columns.some((column) => column.label !== '');
  return (
    <table className="y-answer-table" aria-label={label}>
      {named && (
        <thead>
          <tr>
            <td />
            {columns.map((column) => (
              <th key={column.key} scope="col">
                {column.label}
              </th>
            ))}
          </tr>
        </thead>
      )}
      <tbody>
        {rows.map((row) => (
          <tr key={row.key}>
            <th scope="row">{row.label}</th>
            {row.cells.map((cell, at) => (
              <td key={columns[at]?.key ?? at}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Counts as a table whose last column draws them: chart and figures in one, on the screen and on paper. */
import { thousands } from '#web/ui/display.ts';
import './statistics.css';

export interface Count {
  label: string;
  count: number;
}

interface Props {
  label: string;
  /** What the rows are: 选项, 地区. */
  of: string;
  counts: readonly Count[];
  /** Of what the shares are; without it of the sum. */
  whole?: number;
}

export const shareOf = (count: number, whole: number) => (whole === 0 ? '--' : `${((count / whole) * 100).toFixed(1)}%`);

export function CountBars({ label, of, counts, whole }: Props) {
  const all = whole ?? counts.reduce((sum, { count }) => sum + count, 0);
  const most = Math.max(1, ...counts.map(({ count }) => count));
  return (
    <table className="y-counts" aria-label={label}>
      <thead>
        <tr>
          <th scope="col">{of}</th>
          <th scope="col">份数</th>
          <th scope="col">占比</th>
          <th scope="col" aria-hidden />
        </tr>
      </thead>
      <tbody>
        {counts.map(({ label: name, count }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{thousands(count)}</td>
            <td>{shareOf(count, all)}</td>
            <td aria-hidden>
              <i style={{ width: `${(count / most) * 100}%` }} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

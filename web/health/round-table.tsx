/** The sheet of a round: one line per person, Enter goes to the next one, Tab to the next value. */
import { useEffect, useEffectEvent, useRef, type KeyboardEvent } from 'react';
import type { Output } from '#contract/http.ts';
import { metrics, type MetricName } from '#contract/health/metrics.ts';
import type { overviews } from '#contract/health/overviews.ts';
import { bedText } from '#web/elderly/person-tags.tsx';
import type { Line } from './round-lines.ts';

type Person = Output<typeof overviews.page>['records'][number];

const COLUMNS: readonly { key: keyof Line; label: string; unit: string; hint: string; metrics: readonly MetricName[] }[] = [
  { key: 'temperature', label: '体温', unit: '℃', hint: '', metrics: ['temperature'] },
  { key: 'heartRate', label: '心率', unit: '次/分', hint: '', metrics: ['heartRate'] },
  { key: 'breathing', label: '呼吸', unit: '次/分', hint: '', metrics: ['breathing'] },
  { key: 'pressures', label: '血压', unit: 'mmHg', hint: '收缩/舒张', metrics: ['systolic', 'diastolic'] },
  { key: 'oxygen', label: '血氧', unit: '%', hint: '', metrics: ['oxygen'] },
  { key: 'glucose', label: '血糖', unit: 'mmol/L', hint: '', metrics: ['glucose'] },
  { key: 'note', label: '备注', unit: '', hint: '', metrics: [] },
];

interface Props {
  people: readonly Person[];
  lineOf: (person: Person) => Line;
  problemOf: (person: Person) => string | undefined;
  onType: (person: Person, key: keyof Line, text: string) => void;
  /** Asked for beyond the last line; false where there is no further page. */
  onNextPage: () => boolean;
}

export function RoundTable({ people, lineOf, problemOf, onType, onNextPage }: Props) {
  const table = useRef<HTMLTableElement>(null);
  /** The column in which the first line of the next page is entered, once it is there. */
  const goesOn = useRef<string | null>(null);
  const enter = (row: number, column: string) => {
    const next = table.current?.querySelector<HTMLInputElement>(`input[data-row="${row}"][data-column="${column}"]`);
    next?.focus();
    next?.select();
    return next !== null && next !== undefined;
  };
  const first = people[0]?.id;
  // Whoever opens the sheet types at once; a field that has the focus keeps it.
  const begin = useEffectEvent(() => {
    if (document.activeElement === document.body) enter(0, COLUMNS[0]!.key);
  });
  useEffect(() => begin(), []);
  const goOn = useEffectEvent(() => {
    if (goesOn.current !== null) enter(0, goesOn.current);
    goesOn.current = null;
  });
  useEffect(() => {
    if (first !== undefined) goOn();
  }, [first]);
  /** Enter and the arrows go up and down in a column, as on the paper sheet. */
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const step = event.key === 'Enter' || event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step === 0 || event.nativeEvent.isComposing) return;
    event.preventDefault();
    const { row, column = '' } = event.currentTarget.dataset;
    if (!enter(Number(row) + step, column) && event.key === 'Enter' && onNextPage()) goesOn.current = column;
  };
  return (
    <div className="h-round-box">
      <table className="h-round" ref={table}>
        <thead>
          <tr>
            <th scope="col">姓名</th>
            <th scope="col">房间床位</th>
            {COLUMNS.map(({ key, label, unit }) => (
              <th key={key} scope="col">
                {label} <small>{unit}</small>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {people.map((person, row) => {
            const line = lineOf(person);
            const problem = problemOf(person);
            return (
              <tr key={person.id} data-problem={problem ? true : undefined}>
                <th scope="row">
                  {person.userName}
                  {problem && <small>{problem}</small>}
                </th>
                <td>{bedText(person)}</td>
                {COLUMNS.map(({ key, label, hint, metrics: names }) => {
                  const last = names.map((name) => person.values[name]?.value).filter((value) => value !== undefined);
                  return (
                    <td key={key}>
                      <input
                        value={line[key] ?? ''}
                        maxLength={key === 'note' ? 200 : 9}
                        inputMode={key === 'note' ? 'text' : 'decimal'}
                        placeholder={last.length > 0 ? `上次 ${last.join('/')}` : hint}
                        aria-label={`${person.userName}的${label}${names[0] ? `，${metrics[names[0]].unit}` : ''}`}
                        data-row={row}
                        data-column={key}
                        onChange={(event) => onType(person, key, event.target.value)}
                        onKeyDown={onKeyDown}
                      />
                    </td>
                  );
                })}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

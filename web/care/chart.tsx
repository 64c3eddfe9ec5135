/** A chart of a person over days: the grid or the sums of its kind, and what it is made of. */
import { Skeleton } from 'antd';
import { charts, detailsText, isOutput, type ChartKind } from '#contract/care/care-charts.rules.ts';
import { careCharts } from '#contract/care/care-charts.ts';
import { careKinds, type CareKind } from '#contract/care/care-kinds.ts';
import { careNoteLabels } from '#contract/care/care-notes.labels.ts';
import { noteKinds, type NoteKind } from '#contract/care/care-notes.ts';
import { DAY, instantOf } from '#contract/time.ts';
import { useCall } from '#web/api/call.ts';
import { useQuarterMinute } from '#web/ui/clock.ts';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { BalanceTable } from './balance-table.tsx';
import type { ChartEntry } from './chart-calls.ts';
import { TurnGrid } from './turn-grid.tsx';
import './charts.css';

const kindText = ({ source, kind }: ChartEntry) =>
  source === 'task' ? `${careKinds[kind as CareKind] ?? kind}（照护任务）` : (noteKinds[kind as NoteKind] ?? kind);

function Entries({ entries, flows }: { entries: readonly ChartEntry[]; flows: boolean }) {
  if (entries.length === 0) return <p className="ca-none">这段时间没有记录</p>;
  return (
    <table className="ca-chart ca-entries">
      <thead>
        <tr>
          <th scope="col">{careNoteLabels.time}</th>
          <th scope="col">{careNoteLabels.kind}</th>
          {flows && <th scope="col">入量</th>}
          {flows && <th scope="col">出量</th>}
          <th scope="col">{careNoteLabels.values}</th>
          <th scope="col">{careNoteLabels.text}</th>
          <th scope="col">{careNoteLabels.userName}</th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <tr key={`${entry.source}${entry.id}`}>
            <td>{entry.time.slice(5, 16)}</td>
            <td>{kindText(entry)}</td>
            {flows && <td>{isOutput(entry.kind) ? '' : entry.values.ml}</td>}
            {flows && <td>{isOutput(entry.kind) ? entry.values.ml : ''}</td>}
            <td>{detailsText(entry.kind, entry.values)}</td>
            <td>{entry.text}</td>
            <td>{entry.userName}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface Props {
  personId: number;
  kind: ChartKind;
  /** `yyyy-MM-dd`, both of it. */
  span: readonly [string, string];
}

export function ChartOf({ personId, kind, span: [startDate, endDate] }: Props) {
  const now = useQuarterMinute();
  const { data, isError, error, refetch } = useCall(careCharts.read, { oldmanId: personId, kind, startDate, endDate }, { quiet: true });
  if (isError && !data) return <LoadFailed title={error.message} onAgain={() => void refetch()} />;
  if (!data) return <Skeleton active paragraph={{ rows: 8 }} />;
  const span = { chart: data, from: instantOf(startDate), until: instantOf(endDate) + DAY, now };
  return (
    <div className="ca-of-chart" role="group" aria-label={charts[kind].label}>
      {kind === 'turn' && <TurnGrid {...span} />}
      {kind === 'balance' && <BalanceTable {...span} />}
      <Entries entries={data.entries} flows={kind === 'balance'} />
    </div>
  );
}

/** The institutions of a group, one line each, the most urgent first. */
import { memo } from 'react';
import type { GroupInstitution } from '#contract/screens/screens.ts';
import { useQuarterMinute } from '#web/ui/clock.ts';
import { spanText } from '#web/warnings/durations.ts';
import { counted, percent } from './charts.tsx';
import { byUrgency, pageAt } from './group-rules.ts';

const ROWS = 12;
/** Up to so many have room for larger letters. */
const [LARGEST, LARGE] = [3, 6];

function Share({ part, whole }: { part: number; whole: number }) {
  const share = percent(part, whole);
  if (share === null) return <span className="s-dim">–</span>;
  return (
    <span className="s-share">
      <i aria-hidden>
        <b style={{ width: `${Math.min(100, share)}%` }} />
      </i>
      {share}%
    </span>
  );
}

interface Props {
  institutions: readonly GroupInstitution[];
  /** Null: this person does not enter institutions. */
  onEnter: ((row: GroupInstitution) => Promise<void>) | null;
}

function Row({ row, onEnter }: { row: GroupInstitution; onEnter: Props['onEnter'] }) {
  const { warnings, response, orders } = row;
  return (
    <tr data-tone={warnings.unanswered > 0 ? 'alarm' : undefined} data-closed={!row.inForce || undefined}>
      <th scope="row">
        {row.name}
        {!row.inForce && <small>已停用或到期</small>}
      </th>
      <td>
        {counted(row.people.inCare)}
        <small>外出 {counted(row.people.away)}</small>
      </td>
      <td>
        <Share part={row.beds.taken} whole={row.beds.total} />
        {row.beds.total > 0 && <small>空床 {counted(row.beds.free)}</small>}
      </td>
      <td>{counted(row.onDuty)}</td>
      <td>
        {counted(warnings.today)}
        <small>紧急 {counted(warnings.critical)}</small>
      </td>
      <td className="s-open">
        {counted(warnings.open)}
        <small>{warnings.unanswered > 0 ? `${counted(warnings.unanswered)} 无人确认` : '均已确认'}</small>
      </td>
      <td>
        <Share part={warnings.closed} whole={warnings.today} />
      </td>
      <td>{response.average === null ? <span className="s-dim">–</span> : spanText(response.average)}</td>
      <td>
        <Share part={row.devices.online} whole={row.devices.total} />
      </td>
      <td>
        {counted(orders.done)} / {counted(orders.today)}
        <small data-late={orders.overdue > 0 || undefined}>超时 {counted(orders.overdue)}</small>
      </td>
      {onEnter && (
        <td>
          <button type="button" onClick={() => void onEnter(row)} disabled={!row.inForce}>
            进入
          </button>
        </td>
      )}
    </tr>
  );
}

export const GroupTable = memo(function GroupTable({ institutions, onEnter }: Props) {
  const turn = Math.floor(useQuarterMinute() / 15_000);
  const { rows, page, pages } = pageAt(byUrgency(institutions), ROWS, turn);
  return (
    <section
      className="s-panel s-group-table"
      aria-label="各机构"
      data-roomy={institutions.length <= LARGEST ? 'more' : institutions.length <= LARGE ? 'some' : undefined}
    >
      <header>
        <h2>各机构</h2>
        <p>{pages > 1 ? `${page + 1} / ${pages}，每15秒翻页` : `${institutions.length} 家`}</p>
      </header>
      <table>
        <thead>
          <tr>
            {[
              '机构',
              '在院',
              '入住率',
              '当班',
              '今日预警',
              '待处理',
              '今日已办结',
              '确认用时',
              '设备在线',
              '工单完成',
              ...(onEnter ? [''] : []),
            ].map((name) => (
              <th key={name} scope="col">
                {name || <span className="y-unseen">操作</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={row.tenantId} row={row} onEnter={onEnter} />
          ))}
        </tbody>
      </table>
      {institutions.length === 0 && <p className="s-none">没有下级机构，或所选的机构都已不在</p>}
    </section>
  );
});

/** The register of complaints on paper: all that were searched for, every word, with the institution and the span of days. */
import type { Output } from '#contract/http.ts';
import { titleOf } from '#contract/labels.ts';
import { complaintLabels } from '#contract/tickets/tickets.labels.ts';
import { inTime, ticketStateLabels } from '#contract/tickets/tickets.rules.ts';
import type { ticketStatistics } from '#contract/tickets/ticket-statistics.ts';
import { useCurrentUser } from '#web/shell/current-user.ts';
import { Paper, PaperFoot } from '#web/subscriptions/paper.tsx';
import { formatTime, MISSING } from '#web/ui/display.ts';
import './statistics.css';

export type Complaint = Output<typeof ticketStatistics.register>['records'][number];

const minute = (time: string | null) => (time === null ? MISSING : formatTime(time, 'yyyy-MM-dd HH:mm'));
const kept = (value: number, by: string) => (value === 1 ? inTime[value] : `${inTime[value]}（${by}）`);

/** What stands in each column. */
const cells: Partial<Record<keyof typeof complaintLabels, (row: Complaint) => string | number>> = {
  ticketNo: ({ ticketNo }) => ticketNo,
  createTime: ({ createTime }) => minute(createTime),
  source: ({ source }) => source,
  askerName: ({ askerName, askerPhone }) => [askerName, askerPhone].filter(Boolean).join('\n') || MISSING,
  about: ({ about, oldmanName }) => about ?? oldmanName ?? MISSING,
  content: ({ title, content }) => (content.startsWith(title) ? content : `${title}：${content}`),
  ownerName: ({ ownerName }) => ownerName ?? MISSING,
  state: ({ state }) => ticketStateLabels[state] ?? MISSING,
  answered: ({ answered, answerBy }) => kept(answered, answerBy) ?? MISSING,
  result: ({ result }) => result ?? MISSING,
  solveTime: ({ solveTime }) => minute(solveTime),
  concluded: ({ concluded, resultBy }) => kept(concluded, resultBy) ?? MISSING,
  score: ({ score }) => score ?? MISSING,
};
const columns = Object.entries(cells) as [keyof typeof complaintLabels, (row: Complaint) => string | number][];

interface Props {
  rows: readonly Complaint[];
  total: number;
  /** The first and the last day that it covers. */
  days: readonly [string, string];
  /** Of which state; null: of any. */
  state: number | null;
  /** It is printed, or was not wanted after all. */
  onDone: () => void;
}

export function ComplaintPaper({ rows, total, days: [first, last], state, onDone }: Props) {
  const tenantName = useCurrentUser()?.sysUser.tenantName ?? '';
  return (
    <Paper onDone={onDone}>
      <h1>{tenantName} 投诉登记表</h1>
      <p>
        {titleOf(complaintLabels, 'startDate')}：{first} 至 {last}
        {state !== null && `　${titleOf(complaintLabels, 'state')}：${ticketStateLabels[state]}`}　共 {total} 条
        {rows.length < total && `，本表为其中最近的 ${rows.length} 条`}
      </p>
      <table className="k-register">
        <thead>
          <tr>
            {columns.map(([name]) => (
              <th key={name} scope="col">
                {titleOf(complaintLabels, name)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              {columns.map(([name, of]) => (
                <td key={name}>{of(row)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <PaperFoot>审核人：</PaperFoot>
    </Paper>
  );
}

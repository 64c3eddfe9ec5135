/** 投诉登记: each complaint from receipt to result, and whether that was in time; for inspectors, on paper and as a file. */
import { PrinterOutlined } from '@ant-design/icons';
import { Button, Select } from 'antd';
import { Link } from 'react-router';
import { titled } from '#contract/labels.ts';
import { complaintLabels } from '#contract/tickets/tickets.labels.ts';
import { inTime, ticketStateLabels } from '#contract/tickets/tickets.rules.ts';
import { ticketStatistics } from '#contract/tickets/ticket-statistics.ts';
import { ticketAddress } from '#web/shell/addresses.ts';
import { go } from '#web/shell/go.ts';
import type { Column } from '#web/ui/columns.ts';
import { DataTable, type RowOf } from '#web/ui/data-table.tsx';
import { DateRange } from '#web/ui/date-range.tsx';
import { formatTime, MISSING } from '#web/ui/display.ts';
import { choices } from '#web/ui/inputs.tsx';
import { labelledFilter } from '#web/ui/search-form.tsx';
import { State } from '#web/ui/state.tsx';
import { Time } from '#web/ui/time.tsx';
import './tickets.css';

const Filter = labelledFilter(complaintLabels);
const LATE = 2;

const kept = (value: number, by: string) => (
  <span data-late={value === LATE || undefined} className="k-due">
    {inTime[value]}
    {value !== 1 && `（${formatTime(by, 'MM-dd')}）`}
  </span>
);

const columns: Column<RowOf<typeof ticketStatistics.register>>[] = titled(complaintLabels, [
  {
    key: 'title',
    width: 220,
    pin: 'left',
    render: ({ id, title, ticketNo }) => (
      <Link to={ticketAddress(id)} className="k-title" title={ticketNo}>
        {title}
      </Link>
    ),
  },
  { key: 'createTime', width: 140, sort: 'create_time', render: ({ createTime }) => <Time value={createTime} /> },
  { key: 'source', width: 96, minor: 1 },
  { key: 'askerName', width: 100 },
  { key: 'about', width: 140, render: ({ about, oldmanName }) => about ?? oldmanName ?? MISSING },
  { key: 'content', width: 220, minor: 2 },
  { key: 'ownerName', width: 100 },
  { key: 'state', width: 108, render: ({ state }) => <State of="ticket" value={state} /> },
  { key: 'answered', width: 150, render: ({ answered, answerBy }) => kept(answered, answerBy) },
  { key: 'result', width: 200, minor: 1 },
  { key: 'concluded', width: 150, render: ({ concluded, resultBy }) => kept(concluded, resultBy) },
  { key: 'score', width: 80, align: 'right', render: ({ score }) => score ?? MISSING },
  { key: 'ticketNo', width: 168, minor: 2 },
]);

const filters = (
  <>
    <Filter name={['startDate', 'endDate']}>
      <DateRange days />
    </Filter>
    <Filter name="state">
      <Select allowClear placeholder="全部" options={choices(ticketStateLabels)} />
    </Filter>
  </>
);

export function ComplaintRegister() {
  return (
    <div className="y-prints-alone">
      <DataTable
        name="complaints"
        noun="投诉登记"
        route={ticketStatistics.register}
        columns={columns}
        filters={filters}
        height="content"
        exportRoute={ticketStatistics.exportRegister}
        extra={
          <Button icon={<PrinterOutlined aria-hidden />} onClick={() => print()}>
            打印
          </Button>
        }
        onRowDoubleClick={({ id }) => go(ticketAddress(id))}
      />
    </div>
  );
}

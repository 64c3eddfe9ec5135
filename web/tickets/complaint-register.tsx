/** 投诉登记: each complaint from receipt to result, and whether that was in time; for inspectors, on paper and as a file. */
import { PrinterOutlined } from '@ant-design/icons';
import { Button, Form, Select } from 'antd';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { titled, titleOf } from '#contract/labels.ts';
import { complaintLabels } from '#contract/tickets/tickets.labels.ts';
import { inTime, ticketStateLabels } from '#contract/tickets/tickets.rules.ts';
import { ticketStatistics } from '#contract/tickets/ticket-statistics.ts';
import { call } from '#web/api/call.ts';
import { serverNow } from '#web/api/server-clock.ts';
import { ticketAddress } from '#web/shell/addresses.ts';
import { go } from '#web/shell/go.ts';
import type { Column } from '#web/ui/columns.ts';
import { shapeOf } from '#web/ui/contract-rules.ts';
import { DataTable, type RowOf } from '#web/ui/data-table.tsx';
import { DateRange, type Span } from '#web/ui/date-range.tsx';
import { formatTime, MISSING } from '#web/ui/display.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { choices } from '#web/ui/inputs.tsx';
import { readAddress } from '#web/ui/list-state.ts';
import { labelledFilter } from '#web/ui/search-form.tsx';
import { State } from '#web/ui/state.tsx';
import { Time } from '#web/ui/time.tsx';
import { ComplaintPaper, type Complaint } from './complaint-paper.tsx';
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
    width: 170,
    pin: 'left',
    render: ({ id, title, ticketNo }) => (
      <Link to={ticketAddress(id)} className="k-title" title={ticketNo}>
        {title}
      </Link>
    ),
  },
  { key: 'createTime', width: 140, sort: 'create_time', render: ({ createTime }) => <Time value={createTime} /> },
  { key: 'source', width: 96, minor: 2 },
  { key: 'askerName', width: 90 },
  { key: 'about', width: 120, minor: 1, render: ({ about, oldmanName }) => about ?? oldmanName ?? MISSING },
  { key: 'content', width: 220, minor: 2 },
  { key: 'ownerName', width: 90, minor: 1 },
  { key: 'state', width: 96, render: ({ state }) => <State of="ticket" value={state} /> },
  { key: 'answered', width: 140, render: ({ answered, answerBy }) => kept(answered, answerBy) },
  { key: 'result', width: 150 },
  { key: 'concluded', width: 140, render: ({ concluded, resultBy }) => kept(concluded, resultBy) },
  { key: 'score', width: 80, minor: 1, align: 'right', render: ({ score }) => score ?? MISSING },
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

const names: ReadonlySet<string> = new Set(Object.keys(shapeOf(ticketStatistics.register.input)));
type Asked = Readonly<Record<string, string>>;
/** Rows of one call, and calls for one paper. */
const SIZE = 100;
const CALLS = 10;

/** All that are searched for, the newest first; a thousand at most. */
async function readAll(filters: Readonly<Record<string, string>>): Promise<{ rows: Complaint[]; total: number }> {
  const rows: Complaint[] = [];
  for (let current = 1; ; current++) {
    const page = await call(ticketStatistics.register, { ...filters, current, size: SIZE });
    rows.push(...page.records);
    if (current === CALLS || current >= page.pages) return { rows, total: page.total };
  }
}

interface Register {
  rows: Complaint[];
  total: number;
  days: Span;
}

/** Which days are printed: those that are searched for; else this year, as inspectors ask for it. */
function PrintDialog({ asked, onRead, onClose }: { asked: Asked; onRead: (register: Register) => void; onClose: () => void }) {
  const today = formatTime(serverNow(), 'yyyy-MM-dd');
  const [reading, setReading] = useState(false);
  const read = async ({ days }: { days: Span }) => {
    setReading(true);
    const [startDate, endDate] = days;
    await readAll({ ...asked, startDate, endDate }).then(
      (found) => onRead({ ...found, days }),
      () => setReading(false),
    );
  };
  return (
    <FormDialog<{ days: Span }>
      title="打印投诉登记"
      okText="打印"
      pending={reading}
      width={480}
      initial={{ days: [asked.startDate ?? `${today.slice(0, 4)}-01-01`, asked.endDate ?? today] }}
      onSubmit={(values) => void read(values)}
      onClose={onClose}
    >
      <Form.Item name="days" label={titleOf(complaintLabels, 'startDate')} rules={[{ required: true, message: '请选择日期' }]}>
        <DateRange days />
      </Form.Item>
    </FormDialog>
  );
}

export function ComplaintRegister() {
  const [params] = useSearchParams();
  const asked: Asked = readAddress(params, names).filters;
  const [asking, setAsking] = useState(false);
  const [paper, setPaper] = useState<Register | null>(null);
  return (
    <>
      <DataTable
        name="complaints"
        noun="投诉登记"
        route={ticketStatistics.register}
        columns={columns}
        filters={filters}
        height="content"
        exportRoute={ticketStatistics.exportRegister}
        extra={
          <Button icon={<PrinterOutlined aria-hidden />} onClick={() => setAsking(true)}>
            打印
          </Button>
        }
        onRowDoubleClick={({ id }) => go(ticketAddress(id))}
      />
      {asking && (
        <PrintDialog
          asked={asked}
          onRead={(register) => {
            setAsking(false);
            setPaper(register);
          }}
          onClose={() => setAsking(false)}
        />
      )}
      {paper && <ComplaintPaper {...paper} state={asked.state ? Number(asked.state) : null} onDone={() => setPaper(null)} />}
    </>
  );
}

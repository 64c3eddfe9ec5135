/** /order/followup 回访管理: whoever was not content is called back. */
import { Form, Input, Radio, Rate, Select, Tag } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { followupMethods, workOrderRatings } from '#contract/work-orders/work-order-ratings.ts';
import { titleOf, titled } from '#contract/labels.ts';
import { followupLabels } from '#contract/work-orders/work-order-ratings.labels.ts';
import { useCall, useSend } from '#web/api/call.ts';
import { PersonLink } from '#web/elderly/person-link.tsx';
import { PhoneLink } from '#web/ui/phone-link.tsx';
import { useAskedId } from '#web/ui/asked-id.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import type { Column } from '#web/ui/columns.ts';
import { DataTable, type RowOf } from '#web/ui/data-table.tsx';
import { DateRange } from '#web/ui/date-range.tsx';
import { MISSING } from '#web/ui/display.ts';
import { choices } from '#web/ui/inputs.tsx';
import { labelledFilter } from '#web/ui/search-form.tsx';
import { Time } from '#web/ui/time.tsx';
import { scoreMethods } from './rating-dialog.tsx';
import './followups.css';

const Filter = labelledFilter(followupLabels);

type Followup = RowOf<typeof workOrderRatings.followups>;

const WAITING = 1;
const STATES = { 1: '待回访', 2: '已回访' };
const MOST = 500;

const Stars = ({ score }: { score: number }) => <Rate disabled value={score} className="y-followup-stars" aria-label={`${score}星`} />;

const columns: Column<Followup>[] = titled(followupLabels, [
  {
    key: 'status',
    width: 92,
    pin: 'left',
    render: ({ status }) => <Tag color={status === WAITING ? 'error' : 'success'}>{STATES[status as 1]}</Tag>,
  },
  {
    key: 'oldmanName',
    width: 96,
    pin: 'left',
    render: ({ oldmanId, oldmanName }) => <PersonLink id={oldmanId} name={oldmanName} tab="order" />,
  },
  { key: 'score', width: 128, sort: 'score', render: ({ score }) => <Stars score={score} /> },
  { key: 'scoreContent', width: 180 },
  { key: 'serverProjectName', width: 108 },
  { key: 'serverUserName', width: 88 },
  {
    key: 'oldmanPhone',
    width: 120,
    render: ({ oldmanPhone, oldmanName, oldmanId }) => <PhoneLink phone={oldmanPhone} name={oldmanName} oldmanId={oldmanId} />,
  },
  {
    key: 'workNo',
    width: 138,
    render: ({ workOrderId, workNo }) => <Link to={`/order/workorder/detail?id=${workOrderId}&orderNo=${workNo}`}>{workNo}</Link>,
  },
  { key: 'scoreMethod', width: 120, minor: 1, render: ({ scoreMethod }) => scoreMethods[scoreMethod] ?? MISSING },
  { key: 'scoreTime', width: 172, minor: 1 },
  { key: 'method', width: 104, minor: 1, render: ({ method }) => (method === null ? MISSING : followupMethods[method as 1]) },
  { key: 'result', width: 180 },
  { key: 'doneBy', width: 92, minor: 1 },
  { key: 'doneTime', width: 172, minor: 1 },
  { key: 'createTime', width: 172, sort: 'create_time', hidden: true },
]);

const filters = (
  <>
    <Filter name="status">
      <Select allowClear placeholder="请选择" options={choices(STATES)} />
    </Filter>
    <Filter name="oldmanName">
      <Input placeholder="请输入姓名" allowClear maxLength={20} />
    </Filter>
    <Filter name="workNo">
      <Input placeholder="请输入工单编号" allowClear maxLength={30} />
    </Filter>
    <Filter name={['startTime', 'endTime']}>
      <DateRange />
    </Filter>
  </>
);

interface Done {
  method: string;
  result: string;
}

function FinishDialog({ row, onClose }: { row: Followup; onClose: () => void }) {
  const send = useSend(workOrderRatings.finishFollowup, {
    changes: [workOrderRatings.followups],
    onSuccess: onClose,
    // Somebody was faster: the list says who.
    onError: ({ status }) => status === 409 && onClose(),
  });
  return (
    <FormDialog<Done>
      title={`回访 ${row.oldmanName}`}
      okText="完成回访"
      pending={send.isPending}
      width={520}
      initial={{ method: '1' }}
      onSubmit={({ method, result }) => send.mutate({ id: row.id, version: row.version, method: Number(method), result: result.trim() })}
      onClose={onClose}
    >
      <blockquote className="y-followup-said">
        <Stars score={row.score} />
        <p>{row.scoreContent || '没有文字评价'}</p>
        <small>
          {row.serverProjectName} {row.serverUserName} · <Time value={row.scoreTime} /> ·{' '}
          <PhoneLink phone={row.oldmanPhone} name={row.oldmanName} oldmanId={row.oldmanId} />
        </small>
      </blockquote>
      <Form.Item name="method" label={titleOf(followupLabels, 'method')}>
        <Radio.Group options={choices(followupMethods)} />
      </Form.Item>
      <Form.Item
        name="result"
        label={titleOf(followupLabels, 'result')}
        className="y-followup-result"
        rules={[{ required: true, whitespace: true, message: '请填写回访结果' }]}
      >
        <Input.TextArea rows={4} maxLength={MOST} showCount placeholder="了解到的情况、如何处理、对方是否满意" />
      </Form.Item>
    </FormDialog>
  );
}

/** The follow-up that an address names, as long as it waits. */
function Asked({ id, onClose }: { id: number; onClose: () => void }) {
  const { data } = useCall(workOrderRatings.followups, { id, status: WAITING, size: 1 }, { staleTime: 0 });
  const [row] = data?.records ?? [];
  return row ? <FinishDialog key={row.id} row={row} onClose={onClose} /> : null;
}

/** `?finish=` opens the form of one. */
export default function Followups() {
  const [row, setRow] = useState<Followup | null>(null);
  const [asked, ask] = useAskedId('finish');
  return (
    <>
      <DataTable
        name="work-order-followups"
        noun="回访"
        route={workOrderRatings.followups}
        exportRoute={workOrderRatings.exportFollowups}
        columns={columns}
        filters={filters}
        actions={(one) => (one.status === WAITING ? [{ label: '回访', onClick: () => setRow(one) }] : [])}
        onRowDoubleClick={(one) => one.status === WAITING && setRow(one)}
      />
      {row && <FinishDialog row={row} onClose={() => setRow(null)} />}
      {asked !== null && <Asked key={asked} id={asked} onClose={() => ask(null)} />}
    </>
  );
}

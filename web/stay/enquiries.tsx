/** /stay/enquiry 入住咨询: who asks for a place; with `?add=1` the form is open, with `?id=` one of them. */
import { BarChartOutlined } from '@ant-design/icons';
import { Button, Input, Select } from 'antd';
import { Suspense, useState } from 'react';
import { titled } from '#contract/labels.ts';
import { admissions } from '#contract/stay/admissions.ts';
import { closedEnquiry, enquiryStateLabels, type EnquiryAction } from '#contract/stay/enquiry-commands.rules.ts';
import { enquiryLabels } from '#contract/stay/enquiries.labels.ts';
import { earnests } from '#contract/stay/earnests.ts';
import { enquiries } from '#contract/stay/enquiries.ts';
import { useCall, useSend } from '#web/api/call.ts';
import { go } from '#web/shell/go.ts';
import { lazyPart } from '#web/shell/lazy-part.ts';
import { useAskedId } from '#web/ui/asked-id.ts';
import { useAskedAdd } from '#web/ui/asked-add.ts';
import type { Column } from '#web/ui/columns.ts';
import { DataTable, type RowOf } from '#web/ui/data-table.tsx';
import { DateRange } from '#web/ui/date-range.tsx';
import { Day } from '#web/ui/day.tsx';
import { DictionarySelect } from '#web/ui/dictionary.tsx';
import { choices } from '#web/ui/inputs.tsx';
import { useMay } from '#web/ui/may.ts';
import type { RowAction } from '#web/ui/row-actions.tsx';
import { labelledFilter } from '#web/ui/search-form.tsx';
import { State } from '#web/ui/state.tsx';
import type { EnquiryAct } from './enquiry-dialogs.tsx';
import { enquiryChanges } from './stay-calls.ts';
import './stay.css';

const CrudDrawer = lazyPart(() => import('./enquiry-form.tsx'));
const EnquiryDialog = lazyPart(() => import('./enquiry-dialogs.tsx'));
const EnquiryDrawer = lazyPart(() => import('./enquiry-drawer.tsx'));
const EarnestDrawer = lazyPart(() => import('./earnest-drawer.tsx'));
const EnquiryStatistics = lazyPart(() => import('./enquiry-statistics.tsx'));
const Filter = labelledFilter(enquiryLabels);

type Row = RowOf<typeof enquiries.page>;

const columns: Column<Row>[] = titled(enquiryLabels, [
  { key: 'userName', width: 110, pin: 'left' },
  { key: 'state', width: 104, render: ({ state }) => <State of="enquiry" value={state} /> },
  { key: 'nextDate', width: 120, sort: 'next_date' },
  { key: 'contactName', width: 100 },
  { key: 'mobile', width: 132 },
  { key: 'source', width: 120, dictionary: enquiryLabels.source.dictionary },
  { key: 'ownerName', width: 100 },
  { key: 'careLevel', width: 120, minor: 1, dictionary: enquiryLabels.careLevel.dictionary },
  { key: 'ahead', width: 100, minor: 1, align: 'right', render: ({ ahead }) => (ahead === null ? '' : `${ahead}人`) },
  { key: 'wantedDate', width: 120, minor: 1 },
  { key: 'lostReason', width: 120, minor: 2, dictionary: enquiryLabels.lostReason.dictionary },
  { key: 'wishes', width: 240, minor: 2 },
  { key: 'createTime', width: 172, minor: 2, sort: 'create_time' },
]);

const filters = (
  <>
    <Filter name="userName">
      <Input placeholder="请输入姓名" allowClear maxLength={20} />
    </Filter>
    <Filter name="state">
      <Select allowClear placeholder="全部" options={choices(enquiryStateLabels)} />
    </Filter>
    <Filter name="mobile">
      <Input placeholder="完整号码或后四位" allowClear maxLength={20} />
    </Filter>
    <Filter name="source">
      <DictionarySelect type={enquiryLabels.source.dictionary} numeric placeholder="全部" />
    </Filter>
    <Filter name="nextUntil">
      <Day placeholder="到期要跟进的" />
    </Filter>
    <Filter name={['startDate', 'endDate']}>
      <DateRange days />
    </Filter>
  </>
);

/** Where the house stands: what is free, what becomes free, who waits. */
function Forecast() {
  const { data } = useCall(enquiries.forecast, {}, { quiet: true });
  if (!data) return null;
  return (
    <span className="s-forecast">
      空床 {data.free}，已预留 {data.kept}，30天内退住 {data.leaving}，等候 {data.waiting}
    </span>
  );
}

type Asked = { what: EnquiryAct; row: Pick<Row, 'id' | 'version' | 'userName' | 'nextDate'> };

export default function Enquiries() {
  const may = useMay();
  const [shown, show] = useAskedId('id');
  const [editing, setEditing] = useState<{ id: number | null } | null>(null);
  const [asked, setAsked] = useState<Asked | null>(null);
  const [counting, setCounting] = useState(false);
  const reopen = useSend(enquiries.reopen, enquiryChanges);
  const mayAdd = may(enquiries.create);
  const mayEdit = may(enquiries.update);
  useAskedAdd(() => mayAdd && setEditing({ id: null }));
  const [money, setMoney] = useState<Pick<Row, 'id' | 'userName'> | null>(null);
  const actionsOf = (row: Pick<Row, 'id' | 'version' | 'userName' | 'nextDate' | 'state'>): RowAction[] => {
    const open = (action: EnquiryAction) => mayEdit && closedEnquiry(row, action) === null;
    const ask = (what: EnquiryAct) => () => setAsked({ what, row });
    return [
      { label: '跟进', onClick: ask('follow'), when: open('follow') },
      {
        label: '申请入住',
        onClick: () => go(`/stay/admission?add=1&enquiry=${row.id}`),
        when: may(admissions.submit) && closedEnquiry(row, 'admit') === null,
      },
      { label: '参观', onClick: ask('visit'), when: open('visit') },
      { label: '排队', onClick: ask('wait'), when: open('wait') },
      { label: '定金', onClick: () => setMoney(row), when: may(earnests.read) },
      { label: '编辑', onClick: () => setEditing({ id: row.id }), when: mayEdit },
      { label: '重新跟进', onClick: () => reopen.mutate({ id: row.id, version: row.version }), when: open('reopen') },
      { label: '标记流失', danger: true, menu: true, onClick: ask('lose'), when: open('lose') },
    ];
  };
  return (
    <>
      <DataTable
        name="enquiries"
        noun="入住咨询"
        route={enquiries.page}
        {...(may(enquiries.export) ? { exportRoute: enquiries.export } : {})}
        columns={columns}
        filters={filters}
        addLabel="登记咨询"
        onAdd={mayAdd ? () => setEditing({ id: null }) : undefined}
        extra={
          <>
            <Button icon={<BarChartOutlined aria-hidden />} onClick={() => setCounting(true)}>
              统计
            </Button>
            <Forecast />
          </>
        }
        onRowDoubleClick={({ id }) => show(id)}
        actions={(row) => [{ label: '查看', onClick: () => show(row.id) }, ...actionsOf(row)]}
      />
      <Suspense fallback={null}>
        {shown !== null && <EnquiryDrawer id={shown} actionsOf={actionsOf} onClose={() => show(null)} />}
        {editing && <CrudDrawer id={editing.id} onClose={() => setEditing(null)} />}
        {asked && <EnquiryDialog act={asked.what} enquiry={asked.row} onClose={() => setAsked(null)} />}
        {money && <EarnestDrawer held={{ enquiryId: money.id }} name={money.userName} onClose={() => setMoney(null)} />}
        {counting && <EnquiryStatistics onClose={() => setCounting(false)} />}
      </Suspense>
    </>
  );
}

/** /cloudcall/record 通话记录: the calls that the session sees; one opens with its legs, its history and its recordings. */
import { Input, Select } from 'antd';
import { lazy, Suspense } from 'react';
import { callOutcomes } from '#contract/calls/call-notes.ts';
import { callRecordLabels } from '#contract/calls/call-records.labels.ts';
import { callRecords } from '#contract/calls/call-records.ts';
import { callKindLabels, dispositionLabels } from '#contract/calls/seat-states.rules.ts';
import { useAskedId } from '#web/ui/asked-id.ts';
import { DataTable } from '#web/ui/data-table.tsx';
import { DateRange } from '#web/ui/date-range.tsx';
import { choices } from '#web/ui/inputs.tsx';
import { ResidentField } from '#web/ui/resident-field.tsx';
import { labelledFilter } from '#web/ui/search-form.tsx';
import { GroupSelect } from './group-select.tsx';
import { callColumns } from './record-columns.tsx';

const RecordDrawer = lazy(() => import('./record-drawer.tsx'));
const Filter = labelledFilter(callRecordLabels);

const filters = (
  <>
    <Filter name="number">
      <Input placeholder="主叫或被叫号码" allowClear maxLength={20} inputMode="tel" />
    </Filter>
    <Filter name="kind">
      <Select allowClear placeholder="全部" options={choices(callKindLabels)} />
    </Filter>
    <Filter name="disposition">
      <Select allowClear placeholder="全部" options={Object.entries(dispositionLabels).map(([value, label]) => ({ value, label }))} />
    </Filter>
    <Filter name={['startDate', 'endDate']}>
      <DateRange days />
    </Filter>
    <Filter name="groupId">
      <GroupSelect placeholder="全部" />
    </Filter>
    <Filter name="oldmanId">
      <ResidentField placeholder="请选择服务对象" />
    </Filter>
    <Filter name="outcome">
      <Select allowClear placeholder="全部" options={callOutcomes.map((value) => ({ value, label: value }))} />
    </Filter>
  </>
);

export default function CallRecords() {
  const [shown, setShown] = useAskedId('id');
  return (
    <>
      <DataTable
        name="call-records"
        noun="通话记录"
        route={callRecords.page}
        columns={callColumns}
        filters={filters}
        exportRoute={callRecords.export}
        onRowDoubleClick={({ id }) => setShown(id)}
        actions={({ id }) => [{ label: '查看', onClick: () => setShown(id) }]}
      />
      <Suspense fallback={null}>{shown !== null && <RecordDrawer key={shown} id={shown} onClose={() => setShown(null)} />}</Suspense>
    </>
  );
}

/** /cloudcall/record 通话记录: the calls that the session sees; one opens with its legs, its history and its recordings. */
import { Form, Input, Radio, Select } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { callOutcomes } from '#contract/calls/call-notes.ts';
import { callRecordLabels } from '#contract/calls/call-records.labels.ts';
import { callInspections } from '#contract/calls/call-inspections.ts';
import { callRecords } from '#contract/calls/call-records.ts';
import { callbackLabels } from '#contract/calls/call-words.rules.ts';
import { callKindLabels, dispositionLabels } from '#contract/calls/seat-states.rules.ts';
import { now } from '#contract/screens/now.ts';
import { useSend } from '#web/api/call.ts';
import { useAskedId } from '#web/ui/asked-id.ts';
import { DataTable } from '#web/ui/data-table.tsx';
import { DateRange } from '#web/ui/date-range.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { choices } from '#web/ui/inputs.tsx';
import { ResidentField } from '#web/ui/resident-field.tsx';
import { useMay } from '#web/ui/may.ts';
import { labelledFilter } from '#web/ui/search-form.tsx';
import { GroupSelect } from './group-select.tsx';
import { callColumns, isInspectable } from './record-columns.tsx';

const RecordDrawer = lazy(() => import('./record-drawer.tsx'));
const SendDialog = lazy(() => import('./quality/send-dialog.tsx'));
const Filter = labelledFilter(callRecordLabels);

const filters = (
  <>
    <Filter name="number">
      <Input placeholder="完整号码、后四位或分机" allowClear maxLength={20} inputMode="tel" />
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
    <Filter name="callback">
      <Select allowClear placeholder="全部" options={choices(callbackLabels)} />
    </Filter>
    <Filter name="outcome">
      <Select allowClear placeholder="全部" options={callOutcomes.map((value) => ({ value, label: value }))} />
    </Filter>
  </>
);

const HOW = [
  { value: false, label: '已用其他方式回电' },
  { value: true, label: '不再回电' },
];

/** Done with it: it was called back otherwise, or is not called back for a reason. */
function CalledBack({ id, onClose }: { id: number; onClose: () => void }) {
  const send = useSend(callRecords.calledBack, { changes: [callRecords.page, callRecords.get, now.read], onSuccess: onClose });
  return (
    <FormDialog<{ dropped: boolean; note?: string }>
      title="结束回电"
      okText="确定"
      initial={{ dropped: false }}
      pending={send.isPending}
      onSubmit={({ dropped, note = '' }) => send.mutate({ id, dropped, note })}
      onClose={onClose}
    >
      <p>该号码要求的回电都会结束，并从“现在”中消失。</p>
      <Form.Item name="dropped" label="结果">
        <Radio.Group options={HOW} />
      </Form.Item>
      <Form.Item noStyle dependencies={['dropped']}>
        {({ getFieldValue }) => {
          const dropped = getFieldValue('dropped') === true;
          return (
            <Form.Item
              name="note"
              label={dropped ? '原因' : '说明'}
              rules={[{ required: dropped, whitespace: true, message: '请填写不再回电的原因' }]}
            >
              <Input maxLength={100} placeholder={dropped ? '如：拨打三次无人接听' : '如：已用手机回电，约好周三来访'} />
            </Form.Item>
          );
        }}
      </Form.Item>
    </FormDialog>
  );
}

export default function CallRecords() {
  const may = useMay();
  const [marked, setMarked] = useState<number | null>(null);
  const [sent, setSent] = useState<number | null>(null);
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
        actions={(call) => [
          { label: '查看', onClick: () => setShown(call.id) },
          { label: '结束回电', onClick: () => setMarked(call.id), when: call.callback === 1 && may(callRecords.calledBack) },
          { label: '送质检', onClick: () => setSent(call.id), when: may(callInspections.create) && isInspectable(call) },
        ]}
      />
      {marked !== null && <CalledBack id={marked} onClose={() => setMarked(null)} />}
      <Suspense fallback={null}>
        {shown !== null && <RecordDrawer key={shown} id={shown} onClose={() => setShown(null)} />}
        {sent !== null && <SendDialog key={sent} callId={sent} onClose={() => setSent(null)} />}
      </Suspense>
    </>
  );
}

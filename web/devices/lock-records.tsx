/** What happened at a door, or at all doors. */
import { FormOutlined } from '@ant-design/icons';
import { Button, Form, Input, Select } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import {
  alarmKinds,
  lockRecords,
  recordKindLabels,
  recordMethodLabels,
  recordSourceLabels,
  type RecordKind,
} from '#contract/devices/lock-records.ts';
import { locks } from '#contract/devices/locks.ts';
import { titleOf, titled } from '#contract/labels.ts';
import { lockRecordLabels } from '#contract/devices/lock-records.labels.ts';
import { useSend } from '#web/api/call.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import type { Column } from '#web/ui/columns.ts';
import { DataTable, type RowOf } from '#web/ui/data-table.tsx';
import { DateRange } from '#web/ui/date-range.tsx';
import { Day } from '#web/ui/day.tsx';
import { MISSING } from '#web/ui/display.ts';
import { choices } from '#web/ui/inputs.tsx';
import { useMay } from '#web/ui/may.ts';
import { labelledFilter } from '#web/ui/search-form.tsx';
import { deviceAddress } from '#web/shell/addresses.ts';
import { inRoom } from '#web/ui/place.tsx';
import { RecordTag } from './lock-tags.tsx';

const Filter = labelledFilter(lockRecordLabels);

type Row = RowOf<typeof lockRecords.page>;

const own: Column<Row>[] = titled(lockRecordLabels, [
  { key: 'time', width: 172, sort: 'time' },
  { key: 'kind', width: 150, render: (row) => <RecordTag {...row} /> },
  { key: 'method', width: 90, render: ({ method }) => (method === null ? MISSING : recordMethodLabels[method]) },
  { key: 'who', width: 120 },
  { key: 'note', width: 200 },
  { key: 'source', width: 100, render: ({ source }) => recordSourceLabels[source] ?? MISSING },
  { key: 'createName', width: 100, hidden: true },
]);
const ofLock: Column<Row>[] = titled(lockRecordLabels, [
  { key: 'lockName', width: 150, render: ({ deviceId, lockName }) => <Link to={deviceAddress(deviceId)}>{lockName}</Link> },
  { key: 'roomName', width: 148, render: inRoom },
]);

const filters = (
  <>
    <Filter name="who">
      <Input allowClear maxLength={20} placeholder="请输入姓名" />
    </Filter>
    <Filter name="kind">
      <Select allowClear placeholder="请选择" options={choices(recordKindLabels)} />
    </Filter>
    <Filter name={['startTime', 'endTime']}>
      <DateRange />
    </Filter>
  </>
);

const { remote: _remote, ...typed } = recordKindLabels;
interface Values {
  time: string;
  kind: Exclude<RecordKind, 'remote'>;
  method?: keyof typeof recordMethodLabels;
  who?: string;
  note?: string;
}

function RecordDialog({ deviceId, onClose }: { deviceId: number; onClose: () => void }) {
  const [form] = Form.useForm<Values>();
  const kind = Form.useWatch('kind', form);
  const send = useSend(lockRecords.create, { changes: [lockRecords.page, locks.get, locks.page], onSuccess: onClose });
  return (
    <FormDialog
      form={form}
      title="登记开锁记录"
      okText="保存"
      pending={send.isPending}
      width={460}
      initial={{ kind: 'unlock' }}
      onSubmit={(values) => send.mutate({ ...values, deviceId })}
      onClose={onClose}
    >
      <Form.Item name="time" label={titleOf(lockRecordLabels, 'time')} rules={[{ required: true, message: '请选择时间' }]}>
        <Day withTime />
      </Form.Item>
      <Form.Item
        name="kind"
        label={titleOf(lockRecordLabels, 'kind')}
        extra={kind && alarmKinds.includes(kind) ? '保存后会产生预警，并通知值班人员' : undefined}
      >
        <Select options={choices(typed)} />
      </Form.Item>
      <Form.Item name="method" label={titleOf(lockRecordLabels, 'method')}>
        <Select allowClear placeholder="请选择" options={choices(recordMethodLabels)} />
      </Form.Item>
      <Form.Item name="who" label={titleOf(lockRecordLabels, 'who')}>
        <Input maxLength={30} placeholder="请输入姓名" />
      </Form.Item>
      <Form.Item name="note" label={titleOf(lockRecordLabels, 'note')}>
        <Input.TextArea maxLength={100} showCount autoSize={{ minRows: 2 }} />
      </Form.Item>
    </FormDialog>
  );
}

/** `deviceId` narrows to one lock, where records can be typed in. */
export function LockRecords({ deviceId, ready = true }: { deviceId?: number; ready?: boolean }) {
  const may = useMay();
  const [typing, setTyping] = useState(false);
  return (
    <>
      <DataTable
        name={deviceId ? 'lock-records' : 'all-lock-records'}
        noun="开锁记录"
        route={lockRecords.page}
        columns={deviceId ? own : [...ofLock, ...own]}
        filters={filters}
        {...(deviceId ? { fixed: { deviceId } } : {})}
        exportRoute={lockRecords.export}
        {...(deviceId ? {} : { imports: lockRecords })}
        state="own"
        height="content"
        extra={
          deviceId !== undefined &&
          may(lockRecords.create) && (
            <Button icon={<FormOutlined aria-hidden />} disabled={!ready} onClick={() => setTyping(true)}>
              登记记录
            </Button>
          )
        }
      />
      {typing && deviceId !== undefined && <RecordDialog deviceId={deviceId} onClose={() => setTyping(false)} />}
    </>
  );
}

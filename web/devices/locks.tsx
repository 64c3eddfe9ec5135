/** /device/lock 门锁管理: every lock, the codes of all of them with those that end soon, and what happened at the doors. */
import { Input, Select, Tabs, Tag } from 'antd';
import { Link } from 'react-router';
import { lockProviderLabels, locks, SOON_DAYS } from '#contract/devices/locks.ts';
import { titled } from '#contract/labels.ts';
import { lockLabels } from '#contract/devices/locks.labels.ts';
import { go } from '#web/shell/go.ts';
import type { Column } from '#web/ui/columns.ts';
import { DataTable, type RowOf } from '#web/ui/data-table.tsx';
import { MISSING } from '#web/ui/display.ts';
import { choices } from '#web/ui/inputs.tsx';
import { labelledFilter } from '#web/ui/search-form.tsx';
import { deviceAddress } from '#web/shell/addresses.ts';
import { Time } from '#web/ui/time.tsx';
import { inRoom } from '#web/ui/place.tsx';
import { Battery } from './device-tags.tsx';
import { LockCodes } from './lock-codes.tsx';
import { LockRecords } from './lock-records.tsx';
import { orMissing, providerText } from './lock-tags.tsx';
import './devices.css';
import './locks.css';

const Filter = labelledFilter(lockLabels);

type Row = RowOf<typeof locks.page>;

const counted = (count: number, color: string) => (count > 0 ? <Tag color={color}>{count} 个</Tag> : '0 个');

const columns: Column<Row>[] = titled(lockLabels, [
  {
    key: 'name',
    width: 150,
    pin: 'left',
    render: ({ id, name, imei }) => <Link to={deviceAddress(id)}>{name ?? imei}</Link>,
  },
  { key: 'roomName', width: 148, render: inRoom },
  {
    key: 'provider',
    width: 120,
    render: ({ provider }) => (provider === null ? <Tag>未设置</Tag> : providerText(provider)),
  },
  { key: 'activeCount', width: 96, align: 'right', render: ({ activeCount }) => `${activeCount} 个` },
  { key: 'soonCount', title: `${SOON_DAYS}天内到期`, width: 104, align: 'right', render: ({ soonCount }) => counted(soonCount, 'warning') },
  { key: 'waitingCount', width: 96, align: 'right', render: ({ waitingCount }) => counted(waitingCount, 'error') },
  { key: 'memberCount', width: 80, minor: 1, align: 'right', render: ({ memberCount }) => `${memberCount} 人` },
  { key: 'battery', width: 100, render: ({ battery }) => <Battery percent={battery} /> },
  {
    key: 'doorOpenTime',
    width: 130,
    render: ({ provider, doorOpenTime }) =>
      provider !== 'ttlock' ? (
        MISSING
      ) : doorOpenTime === null ? (
        '关闭'
      ) : (
        <Tag color="warning">
          <Time value={doorOpenTime} /> 打开
        </Tag>
      ),
  },
  {
    key: 'problem',
    width: 180,
    minor: 1,
    render: ({ provider, problem }) => (provider !== 'ttlock' ? MISSING : problem ? <Tag color="warning">{problem}</Tag> : '正常'),
  },
  { key: 'lastUnlockTime', width: 172, render: ({ lastUnlockTime }) => orMissing(lastUnlockTime) },
  { key: 'imei', width: 150, sort: 'imei', hidden: true },
]);

const filters = (
  <>
    <Filter name="name">
      <Input allowClear maxLength={40} placeholder="名称、编号或房间" />
    </Filter>
    <Filter name="provider">
      <Select allowClear placeholder="请选择" options={choices(lockProviderLabels)} />
    </Filter>
    <Filter name="attention">
      <Select allowClear placeholder="不限" options={choices({ true: '有待处理的密码' })} />
    </Filter>
  </>
);

export default function Locks() {
  return (
    <div className="d-locks">
      <Tabs
        destroyOnHidden
        items={[
          {
            key: 'locks',
            label: '门锁',
            children: (
              <DataTable
                name="locks"
                noun="门锁"
                route={locks.page}
                columns={columns}
                filters={filters}
                state="own"
                height="content"
                onRowDoubleClick={({ id }) => go(deviceAddress(id))}
                actions={({ id }) => [{ label: '管理', onClick: () => go(deviceAddress(id)) }]}
              />
            ),
          },
          { key: 'codes', label: '密码', children: <LockCodes /> },
          { key: 'records', label: '开锁记录', children: <LockRecords /> },
        ]}
      />
    </div>
  );
}

/** /platform/usage 租户用量: what every tenant uses of what its package gives, until when, and what it has paid. */
import { Input, Select } from 'antd';
import { orderVerifications } from '#contract/subscriptions/order-verifications.ts';
import { standingLabels } from '#contract/subscriptions/terms.rules.ts';
import { pressureOf } from '#web/tenants/figures.ts';
import type { Column } from '#web/ui/columns.ts';
import { DataTable, type RowOf } from '#web/ui/data-table.tsx';
import { yuan } from '#web/ui/display.ts';
import { choices } from '#web/ui/inputs.tsx';
import { Filter } from '#web/ui/search-form.tsx';
import { StandingTag } from './order-tags.tsx';
import { usedText, type Used } from './usage-bar.tsx';
import './subscriptions.css';
import './platform.css';

type Usage = RowOf<typeof orderVerifications.usage>;

const figure = (use: Used, storage = false) => (
  <span className="sub-used" data-pressure={pressureOf(use.used, use.most)}>
    {usedText(use, storage)}
  </span>
);

const columns: Column<Usage>[] = [
  { key: 'tenantName', title: '租户', width: 180, pin: 'left' },
  { key: 'packageName', title: '套餐', width: 96 },
  { key: 'standing', title: '状态', width: 120, render: ({ standing }) => <StandingTag value={standing} /> },
  { key: 'endTime', title: '到期日', width: 108, render: ({ endTime }) => endTime?.slice(0, 10) ?? '长期有效' },
  { key: 'users', title: '用户', width: 108, align: 'right', render: ({ users }) => figure(users) },
  { key: 'people', title: '服务对象', width: 116, align: 'right', render: ({ people }) => figure(people) },
  { key: 'devices', title: '设备', width: 116, align: 'right', render: ({ devices }) => figure(devices) },
  { key: 'storage', title: '存储空间', width: 150, align: 'right', render: ({ storage }) => figure(storage, true) },
  { key: 'paid', title: '累计支付', width: 116, align: 'right', render: ({ paid }) => yuan(paid) },
];

const filters = (
  <>
    <Filter name="tenantName" label="租户">
      <Input placeholder="请输入租户名称" allowClear maxLength={50} />
    </Filter>
    <Filter name="standing" label="状态">
      <Select placeholder="全部" allowClear options={choices({ ...standingLabels, frozen: '已冻结' })} />
    </Filter>
    <Filter name="packageCode" label="套餐编码">
      <Input placeholder="请输入套餐编码" allowClear maxLength={20} />
    </Filter>
  </>
);

export default function Usages() {
  return (
    <DataTable
      name="tenant-usages"
      noun="租户用量"
      route={orderVerifications.usage}
      exportRoute={orderVerifications.usageExport}
      columns={columns}
      filters={filters}
      rowKey="tenantId"
    />
  );
}

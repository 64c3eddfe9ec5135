/** /platform/usage 租户用量: what every tenant uses of what its package gives, until when, and what it has paid. */
import { Input, Select } from 'antd';
import { orderVerifications } from '#contract/subscriptions/order-verifications.ts';
import { standingLabels } from '#contract/subscriptions/terms.rules.ts';
import { titled } from '#contract/labels.ts';
import { usageLabels } from '#contract/subscriptions/order-verifications.labels.ts';
import { pressureOf } from '#web/tenants/figures.ts';
import type { Column } from '#web/ui/columns.ts';
import { DataTable, type RowOf } from '#web/ui/data-table.tsx';
import { yuan } from '#web/ui/display.ts';
import { choices } from '#web/ui/inputs.tsx';
import { labelledFilter } from '#web/ui/search-form.tsx';
import { StandingTag } from './order-tags.tsx';
import { usedText, type Used } from './usage-bar.tsx';
import './subscriptions.css';
import './platform.css';

const Filter = labelledFilter(usageLabels);

type Usage = RowOf<typeof orderVerifications.usage>;

const figure = (use: Used, storage = false) => (
  <span className="sub-used" data-pressure={pressureOf(use.used, use.most)}>
    {usedText(use, storage)}
  </span>
);

const columns: Column<Usage>[] = titled(usageLabels, [
  { key: 'tenantName', width: 180, pin: 'left' },
  { key: 'packageName', width: 96 },
  { key: 'standing', width: 120, render: ({ standing }) => <StandingTag value={standing} /> },
  { key: 'endTime', width: 108, render: ({ endTime }) => endTime?.slice(0, 10) ?? '长期有效' },
  { key: 'users', width: 108, align: 'right', render: ({ users }) => figure(users) },
  { key: 'people', width: 116, align: 'right', render: ({ people }) => figure(people) },
  { key: 'devices', width: 116, align: 'right', render: ({ devices }) => figure(devices) },
  { key: 'storage', width: 150, align: 'right', render: ({ storage }) => figure(storage, true) },
  { key: 'paid', width: 116, align: 'right', render: ({ paid }) => yuan(paid) },
]);

const filters = (
  <>
    <Filter name="tenantName">
      <Input placeholder="请输入租户名称" allowClear maxLength={50} />
    </Filter>
    <Filter name="standing">
      <Select placeholder="全部" allowClear options={choices({ ...standingLabels, frozen: '已冻结' })} />
    </Filter>
    <Filter name="packageCode">
      <Input placeholder="请输入产品包编码" allowClear maxLength={20} />
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

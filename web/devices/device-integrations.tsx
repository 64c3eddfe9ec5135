/** /device/integration 数据接入: vendors' systems and MQTT devices whose messages are read as staff describe them. */
import { Input, Select, Tag } from 'antd';
import { useState } from 'react';
import { deviceIntegrations, integrationKindLabels } from '#contract/devices/device-integrations.ts';
import { lostByIntegration } from '#contract/devices/lost-alarms.rules.ts';
import type { Mapping } from '#contract/devices/mappings.ts';
import { titled } from '#contract/labels.ts';
import { deviceIntegrationLabels } from '#contract/devices/device-integrations.labels.ts';
import type { Column } from '#web/ui/columns.ts';
import { CrudPage } from '#web/ui/crud-page.tsx';
import { MISSING } from '#web/ui/display.ts';
import { choices } from '#web/ui/inputs.tsx';
import { useMay } from '#web/ui/may.ts';
import { labelledFilter } from '#web/ui/search-form.tsx';
import { AddressDialog, DeliveriesDrawer, ResultTag, SecretDialog, type IntegrationRow } from './integration-dialogs.tsx';
import { IntegrationFields } from './integration-fields.tsx';
import { LossTag } from './lost-alarms.tsx';
import { inputOf, newValues, valuesOf, type IntegrationValues } from './integration-values.ts';
import './integrations.css';

const Filter = labelledFilter(deviceIntegrationLabels);

const fieldCount = ({ mapping }: IntegrationRow) => (mapping as { fields?: unknown[] } | null)?.fields?.length ?? 0;
type Kept = {
  signature?: { scheme?: string } | null;
  polling?: { url: string; headers?: { name: string; set?: boolean; usesSecret?: boolean }[] } | null;
  subscription?: { username?: string } | null;
};
const kept = (row: IntegrationRow) => row as unknown as Kept;

function needsSecret(row: IntegrationRow): boolean {
  const { signature, polling, subscription } = kept(row);
  if (row.kind === 'webhook') return signature !== null && signature?.scheme !== 'none';
  if (row.kind === 'broker') return Boolean(subscription?.username);
  return Boolean(polling && (polling.url.includes('{secret}') || polling.headers?.some(({ usesSecret }) => usesSecret)));
}

function Ready({ row }: { row: IntegrationRow }) {
  if (!row.enabled) return <Tag>停用</Tag>;
  if (row.kind === 'webhook' && !row.hasAddress) return <Tag color="warning">待生成推送地址</Tag>;
  if (kept(row).polling?.headers?.some(({ set }) => !set)) return <Tag color="warning">待填写请求头</Tag>;
  if (row.kind !== 'mqtt' && needsSecret(row) && !row.hasSecret)
    return <Tag color="warning">待设置{row.kind === 'broker' ? '密码' : '密钥'}</Tag>;
  if (row.kind === 'mqtt' && row.typeCount === 0) return <Tag color="warning">没有设备类型使用</Tag>;
  return <Tag color="success">启用</Tag>;
}

const columns: Column<IntegrationRow>[] = titled(deviceIntegrationLabels, [
  { key: 'name', width: 200, sort: 'name', pin: 'left' },
  { key: 'kind', width: 130, render: ({ kind }) => integrationKindLabels[kind] },
  { key: 'enabled', width: 150, render: (row) => <Ready row={row} /> },
  { key: 'mapping', width: 76, align: 'right', render: fieldCount },
  {
    key: 'lost',
    title: '不报警的求助',
    width: 120,
    render: ({ mapping, enabled }) => <LossTag lost={lostByIntegration(mapping as Mapping, enabled)} />,
  },
  { key: 'typeCount', width: 96, align: 'right' },
  { key: 'deliveryTime', width: 172 },
  {
    key: 'deliveryResult',
    width: 110,
    render: ({ deliveryResult }) => (deliveryResult === null ? MISSING : <ResultTag result={deliveryResult} />),
  },
  { key: 'remarks', width: 200, minor: 2 },
  { key: 'createName', width: 100, minor: 2 },
  { key: 'createTime', width: 172, minor: 2, sort: 'create_time' },
]);

const filters = (
  <>
    <Filter name="name">
      <Input placeholder="请输入名称" allowClear maxLength={40} />
    </Filter>
    <Filter name="kind">
      <Select allowClear placeholder="全部" options={choices(integrationKindLabels)} />
    </Filter>
  </>
);

type Opened = { what: 'address' | 'secret' | 'deliveries'; row: IntegrationRow } | null;

export default function DeviceIntegrations() {
  const may = useMay();
  const [opened, setOpened] = useState<Opened>(null);
  const close = () => setOpened(null);
  return (
    <>
      <CrudPage
        name="device-integrations"
        noun="数据接入"
        routes={deviceIntegrations}
        columns={columns}
        filters={filters}
        form={<IntegrationFields />}
        initial={newValues() as unknown as Record<string, unknown>}
        toForm={(row: IntegrationRow) => valuesOf(row) as unknown as Record<string, unknown>}
        toInput={(values) => inputOf(values as unknown as IntegrationValues)}
        size="large"
        actions={(row) => [
          { label: '接入记录', onClick: () => setOpened({ what: 'deliveries', row }) },
          {
            label: '推送地址',
            onClick: () => setOpened({ what: 'address', row }),
            when: row.kind === 'webhook' && may(deviceIntegrations.address),
          },
          {
            label: row.kind === 'broker' ? '密码' : '密钥',
            onClick: () => setOpened({ what: 'secret', row }),
            when: row.kind !== 'mqtt' && may(deviceIntegrations.secret),
          },
        ]}
      />
      {opened?.what === 'address' && <AddressDialog row={opened.row} onClose={close} />}
      {opened?.what === 'secret' && <SecretDialog row={opened.row} onClose={close} />}
      {opened?.what === 'deliveries' && <DeliveriesDrawer row={opened.row} onClose={close} />}
    </>
  );
}

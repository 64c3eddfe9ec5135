/** /device/batch 设备批次: numbers that were bought, how they come into the ledger, and those that came and wait for staff. */
import { Alert, Button, Input, Radio, Select, Skeleton, Tabs, Tag, Tooltip } from 'antd';
import { useSearchParams } from 'react-router';
import { consentLabels, consents, strategies, strategyLabels } from '#contract/devices/device-batches.rules.ts';
import { deviceBatches } from '#contract/devices/device-batches.ts';
import { deviceTypes, protocolLabels } from '#contract/devices/device-types.ts';
import { devices } from '#contract/devices/devices.ts';
import { titled } from '#contract/labels.ts';
import { deviceBatchLabels, strangerLabels } from '#contract/devices/device-batches.labels.ts';
import { lazy, Suspense } from 'react';
import { useCall, useSend } from '#web/api/call.ts';
import type { Column } from '#web/ui/columns.ts';
import { CrudPage } from '#web/ui/crud-page.tsx';
import { DataTable, type RowOf } from '#web/ui/data-table.tsx';
import { labelledField, FormSection } from '#web/ui/form.tsx';
import { useMay } from '#web/ui/may.ts';
import { labelledFilter } from '#web/ui/search-form.tsx';
import { typeLabel } from './device-tags.tsx';
import './devices.css';

const Field = labelledField(deviceBatchLabels);
const Filter = labelledFilter(deviceBatchLabels);
const StrangerFilter = labelledFilter(strangerLabels);

type Batch = RowOf<typeof deviceBatches.page>;
type Stranger = RowOf<typeof deviceBatches.strangers>;

const COLORS: Record<number, string> = {
  [strategies.create]: 'success',
  [strategies.preEntered]: 'processing',
  [strategies.off]: 'default',
};
const labelOf = (protocol: string) => (protocolLabels as Record<string, string>)[protocol] ?? protocol;

const DeviceClaims = lazy(() => import('./device-claims.tsx').then(({ DeviceClaims: it }) => ({ default: it })));

/** Whether the platform has agreed; why not, on hovering. */
function ConsentTag({ consent, note }: { consent: number; note: string | null }) {
  const color = consent === consents.waiting ? 'warning' : consent === consents.refused ? 'error' : 'success';
  const tag = <Tag color={color}>{consent === consents.given ? consentLabels[consents.none] : consentLabels[consent]}</Tag>;
  return note ? <Tooltip title={note}>{tag}</Tooltip> : tag;
}

const columns: Column<Batch>[] = titled(deviceBatchLabels, [
  { key: 'name', width: 160, sort: 'name', pin: 'left' },
  { key: 'firstNumber', width: 156 },
  { key: 'lastNumber', width: 156 },
  {
    key: 'strategy',
    width: 120,
    render: ({ strategy }) => <Tag color={COLORS[strategy] ?? 'default'}>{strategyLabels[strategy]}</Tag>,
  },
  { key: 'consent', width: 110, render: ({ consent, consentNote }) => <ConsentTag consent={consent} note={consentNote} /> },
  { key: 'deviceCount', width: 88, align: 'right', render: ({ deviceCount }) => `${deviceCount} 台` },
  { key: 'strangerCount', width: 88, align: 'right', render: ({ strangerCount }) => `${strangerCount} 台` },
  { key: 'typeName', width: 160 },
  { key: 'note', width: 180 },
  { key: 'protocol', width: 190, hidden: true, render: ({ protocol }) => labelOf(protocol) },
  { key: 'createName', width: 100, minor: 2 },
  { key: 'createTime', width: 172, minor: 2, sort: 'create_time' },
]);

const filters = (
  <>
    <Filter name="name">
      <Input placeholder="请输入批次名称" allowClear maxLength={40} />
    </Filter>
    <Filter name="strategy">
      <Select allowClear placeholder="全部" options={Object.entries(strategyLabels).map(([value, label]) => ({ value, label }))} />
    </Filter>
  </>
);

const explained = [
  { value: strategies.create, label: '自动登记：号段内的设备第一次连上来就加入设备台账并开始接收数据' },
  { value: strategies.preEntered, label: '登记后接入：未登记的设备先列入“待登记设备”，由人工登记后才接收数据' },
  { value: strategies.off, label: '不接入：号段内未登记的设备一律拒绝，也不记录' },
];

/** Types that devices come by themselves over TCP. */
function TypeField() {
  const may = useMay();
  const { data } = useCall(deviceTypes.page, { current: 1, size: 100 }, { quiet: true, enabled: may(deviceTypes.page) });
  const options = (data?.records ?? [])
    .filter(({ protocol }) => !['mqtt', 'http', 'none'].includes(protocol))
    .map(({ id, name, protocol }) => ({ value: id, label: `${name}（${labelOf(protocol)}）` }));
  return (
    <Field name="typeId" wide extra="这批设备登记后都是这个类型；只有以TCP方式直接接入的类型可选">
      <Select options={options} placeholder="请选择设备类型" showSearch={{ optionFilterProp: 'label' }} />
    </Field>
  );
}

const form = (
  <FormSection title="设备批次">
    <Field name="name" wide>
      <Input placeholder="如 2026年6月采购 平安腕表" maxLength={40} />
    </Field>
    <TypeField />
    <Field name="firstNumber" extra="IMEI或设备编号，与结束编号位数相同">
      <Input placeholder="如 865002000000000" maxLength={20} inputMode="numeric" />
    </Field>
    <Field name="lastNumber" extra="一个批次最多10000个编号；编号较多时要平台同意后才生效">
      <Input placeholder="如 865002000000099" maxLength={20} inputMode="numeric" />
    </Field>
    <Field name="strategy" wide>
      <Radio.Group className="d-strategies" options={explained} />
    </Field>
    <Field name="note" wide>
      <Input.TextArea placeholder="如 供应商、合同号" maxLength={200} showCount autoSize={{ minRows: 2, maxRows: 4 }} />
    </Field>
  </FormSection>
);

const SENT = ['name', 'typeId', 'firstNumber', 'lastNumber', 'strategy', 'note'];
const toForm = (row: Batch) =>
  Object.fromEntries(
    SENT.flatMap((name) => ((row as Record<string, unknown>)[name] === null ? [] : [[name, (row as Record<string, unknown>)[name]]])),
  );

const waiting: Column<Stranger>[] = titled(strangerLabels, [
  { key: 'imei', width: 170, pin: 'left' },
  { key: 'kind', width: 110, render: ({ kind }) => typeLabel(kind) },
  { key: 'batchName', width: 160 },
  { key: 'lastTime', width: 172 },
  { key: 'count', width: 96, align: 'right' },
  { key: 'refusal', width: 240, render: ({ refusal }) => refusal ?? '等待人工登记' },
  { key: 'firstTime', width: 172, sort: 'create_time' },
  { key: 'protocol', width: 190, hidden: true, render: ({ protocol }) => labelOf(protocol) },
]);

const CHANGES = { changes: [deviceBatches.strangers, deviceBatches.page, devices.page] };

function Waiting() {
  const may = useMay();
  const enter = useSend(deviceBatches.enter, CHANGES);
  const forget = useSend(deviceBatches.forget, CHANGES);
  const mayEnter = may(deviceBatches.enter);
  return (
    <DataTable
      name="device-strangers"
      noun="待登记设备"
      route={deviceBatches.strangers}
      columns={waiting}
      filters={
        <StrangerFilter name="imei">
          <Input placeholder="请输入设备编号" allowClear maxLength={32} />
        </StrangerFilter>
      }
      state="own"
      height="content"
      {...(mayEnter
        ? {
            batch: (chosen: Stranger[], clear: () => void) => (
              <Button
                size="small"
                type="primary"
                loading={enter.isPending}
                onClick={() => enter.mutate({ ids: chosen.map(({ id }) => id) }, { onSuccess: clear })}
              >
                登记{chosen.length}台
              </Button>
            ),
          }
        : {})}
      actions={({ id }: Stranger) => [
        { label: '登记', onClick: () => enter.mutate({ ids: [id] }), when: mayEnter },
        {
          label: '移除',
          menu: true,
          confirm: '从清单里移除；设备再连上来时会重新列出，确定吗？',
          onClick: () => forget.mutate({ id }),
          when: may(deviceBatches.forget),
        },
      ]}
    />
  );
}

export default function DeviceBatches() {
  const may = useMay();
  const [params, setParams] = useSearchParams();
  const asked = params.get('tab');
  const tab = asked === 'waiting' || (asked === 'requests' && may(deviceBatches.requests)) ? asked : 'batches';
  return (
    <Tabs
      activeKey={tab}
      onChange={(key) => setParams(key === 'batches' ? {} : { tab: key }, { replace: true })}
      destroyOnHidden
      items={[
        {
          key: 'batches',
          label: '批次与号段',
          children: (
            <>
              <Alert
                className="d-command-note"
                type="info"
                showIcon
                title="不在任何批次里、也没有登记的设备一律不接入。已登记的设备不受登记方式影响。"
              />
              <CrudPage
                name="device-batches"
                noun="设备批次"
                routes={deviceBatches}
                columns={columns}
                filters={filters}
                form={form}
                initial={{ strategy: strategies.preEntered }}
                toForm={toForm}
                numbered
                height="content"
              />
            </>
          ),
        },
        { key: 'waiting', label: '待登记设备', children: <Waiting /> },
        ...(may(deviceBatches.requests)
          ? [
              {
                key: 'requests',
                label: '号段申请',
                children: (
                  <Suspense fallback={<Skeleton active />}>
                    <DeviceClaims />
                  </Suspense>
                ),
              },
            ]
          : []),
      ]}
    />
  );
}

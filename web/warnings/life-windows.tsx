/** /warning/life 生命守护: when people are expected to give signs of life, and who has been quiet. */
import { Form, Input, InputNumber, Select, Switch, Tag } from 'antd';
import { useState } from 'react';
import { lifeSources } from '#contract/warnings/life.rules.ts';
import { lifeWindows } from '#contract/warnings/life-windows.ts';
import { titled } from '#contract/labels.ts';
import { lifeWindowLabels } from '#contract/warnings/life-windows.labels.ts';
import { useSend } from '#web/api/call.ts';
import { PersonLink } from '#web/elderly/person-link.tsx';
import type { Column } from '#web/ui/columns.ts';
import { CrudPage } from '#web/ui/crud-page.tsx';
import type { RowOf } from '#web/ui/data-table.tsx';
import { MISSING } from '#web/ui/display.ts';
import { labelledField, FormSection } from '#web/ui/form.tsx';
import { choices } from '#web/ui/inputs.tsx';
import { useMay } from '#web/ui/may.ts';
import { labelledFilter } from '#web/ui/search-form.tsx';
import { PersonField, type Named } from './subject-fields.tsx';
import { ClockField, DAYS, windowText } from '#web/ui/time-windows.tsx';
import { inRoom } from '#web/ui/place.tsx';

const Field = labelledField(lifeWindowLabels);
const Filter = labelledFilter(lifeWindowLabels);

type LifeRow = RowOf<typeof lifeWindows.page>;
const SOURCES = Object.entries(lifeSources).map(([value, label]) => ({ value, label }));
const sourceText = (sources: readonly string[]) => sources.map((one) => lifeSources[one as keyof typeof lifeSources] ?? one).join('、');
const STAGES: Record<number, { color: string; label: string }> = {
  0: { color: 'success', label: '正常' },
  1: { color: 'warning', label: '已提醒' },
  2: { color: 'error', label: '已报警' },
};

const columns: Column<LifeRow>[] = titled(lifeWindowLabels, [
  { key: 'personName', width: 110, pin: 'left', render: ({ personId, personName }) => <PersonLink id={personId} name={personName} /> },
  {
    key: 'stage',
    width: 96,
    render: ({ stage, enabled }) =>
      enabled ? <Tag color={STAGES[stage]?.color ?? 'default'}>{STAGES[stage]?.label ?? stage}</Tag> : <Tag>停用</Tag>,
  },
  {
    key: 'lastTime',
    width: 220,
    render: ({ lastTime, lastSource }) => (lastTime === null ? MISSING : [lastTime, lastSource].filter(Boolean).join(' ')),
  },
  { key: 'nextTime', width: 172 },
  { key: 'from', width: 220, render: windowText },
  {
    key: 'quietMinutes',
    width: 190,
    render: ({ quietMinutes, secondMinutes }) => `${quietMinutes} 分钟${secondMinutes === null ? '' : `，再过 ${secondMinutes} 分钟升级`}`,
  },
  { key: 'sources', width: 200, render: ({ sources }) => sourceText(sources) },
  { key: 'roomName', width: 168, render: inRoom },
  { key: 'remarks', width: 180, hidden: true },
  { key: 'createTime', width: 172, minor: 2, sort: 'create_time' },
]);

const filters = (
  <>
    <Filter name="personName">
      <Input placeholder="请输入姓名" allowClear maxLength={20} />
    </Filter>
    <Filter name="enabled" label="状态">
      <Select allowClear placeholder="请选择" options={choices({ true: '启用', false: '停用' })} />
    </Filter>
  </>
);

/** A time of day in a form. */
const Clock = ({ value = '08:00', onChange, label }: { value?: string; onChange?: (time: string) => void; label: string }) => (
  <ClockField label={label} value={value} onChange={(time) => onChange?.(time)} />
);

const form = (
  <FormSection title="守护设置">
    <Form.Item name="person" label="服务对象" className="y-form-wide" rules={[{ required: true, message: '请选择服务对象' }]}>
      <PersonField />
    </Form.Item>
    <Field name="days" wide extra="不选为每天">
      <Select mode="multiple" options={DAYS} placeholder="每天" />
    </Field>
    <Field name="from" label="开始">
      <Clock label="开始" />
    </Field>
    <Field name="to" extra="早于开始则到次日">
      <Clock label="结束" />
    </Field>
    <Field name="quietMinutes">
      <InputNumber<number> min={10} max={1440} precision={0} step={10} suffix="分钟" />
    </Field>
    <Field name="secondMinutes" extra="先提醒，再过这么久仍无活动才升为紧急；不填则直接紧急">
      <InputNumber<number> min={5} max={1440} precision={0} step={5} suffix="分钟" />
    </Field>
    <Field
      name="sources"
      wide
      extra="登记在房间、没有绑定人的雷达、床垫、门锁，房间里只有一位老人在时算作他的。能感知所选来源的设备都离线（或只剩空床垫）、请假或住院、绑定不足24小时，都不报无活动；设备离线另有预警。升为紧急时自动生成SOS上门工单"
    >
      <Select mode="multiple" options={SOURCES} />
    </Field>
    <Field name="enabled" valuePropName="checked">
      <Switch checkedChildren="启用" unCheckedChildren="停用" />
    </Field>
    <Field name="remarks" wide>
      <Input.TextArea placeholder="请输入备注" maxLength={100} showCount autoSize={{ minRows: 2, maxRows: 4 }} />
    </Field>
  </FormSection>
);

const NAMES = ['days', 'from', 'to', 'quietMinutes', 'secondMinutes', 'sources', 'enabled', 'remarks'] as const;
const toForm = (row: LifeRow) => ({
  person: { id: row.personId, name: row.personName },
  ...Object.fromEntries(NAMES.flatMap((name) => (row[name] === null ? [] : [[name, row[name]]]))),
});
const toInput = ({ person, ...values }: Record<string, unknown>) => ({
  ...values,
  secondMinutes: values.secondMinutes ?? null,
  personId: (person as Named | undefined)?.id,
});

export default function LifeWindows() {
  const may = useMay();
  const [busy, setBusy] = useState<number | null>(null);
  const checkIn = useSend(lifeWindows.checkIn, {
    changes: [lifeWindows.page],
    onSuccess: () => setBusy(null),
    onError: () => setBusy(null),
  });
  return (
    <CrudPage
      name="life-windows"
      noun="守护时段"
      routes={lifeWindows}
      columns={columns}
      filters={filters}
      form={form}
      initial={{
        days: [],
        from: '06:00',
        to: '22:00',
        quietMinutes: 180,
        secondMinutes: 30,
        sources: ['steps', 'rolls', 'button'],
        enabled: true,
      }}
      toForm={toForm}
      toInput={toInput}
      actions={({ personId, personName }) => [
        {
          label: '确认平安',
          when: may(lifeWindows.checkIn),
          confirm: `您刚刚见到了${personName}，平安无事？正在响的无活动预警会随之解除`,
          disabled: busy === personId,
          onClick: () => {
            setBusy(personId);
            checkIn.mutate({ personId });
          },
        },
      ]}
    />
  );
}

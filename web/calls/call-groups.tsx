/** /cloudcall/skillgroup 技能组: who takes which calls, in which order, and what becomes of calls that wait too long. */
import { Form, Input, InputNumber, Select, Switch } from 'antd';
import { LEVEL_SECONDS, SHORT_SECONDS } from '#contract/calls/call-figures.rules.ts';
import { callGroupLabels } from '#contract/calls/call-groups.labels.ts';
import { callGroups, callStrategyLabels, overflowLabels, overflows } from '#contract/calls/call-groups.ts';
import { titled } from '#contract/labels.ts';
import type { Column } from '#web/ui/columns.ts';
import { CrudPage } from '#web/ui/crud-page.tsx';
import type { RowOf } from '#web/ui/data-table.tsx';
import { numbered } from '#web/ui/display.ts';
import { FormSection, labelledField } from '#web/ui/form.tsx';
import { labelledFilter } from '#web/ui/search-form.tsx';
import { TimeWindows, windowText } from '#web/ui/time-windows.tsx';
import { GroupSelect } from './group-select.tsx';
import { SoundSelect } from './menus/sound-select.tsx';
import './menus/menus.css';

type Row = RowOf<typeof callGroups.page>;
const Field = labelledField(callGroupLabels);
const Filter = labelledFilter(callGroupLabels);

function overflowText({ overflow, overflowGroupName, overflowNumber }: Row): string {
  const to = overflow === overflows.group ? overflowGroupName : overflow === overflows.number ? overflowNumber : '';
  return to ? `${overflowLabels[overflow]}：${to}` : (overflowLabels[overflow] as string);
}

const columns: Column<Row>[] = titled(callGroupLabels, [
  { key: 'name', width: 150, pin: 'left', sort: 'name' },
  { key: 'code', width: 120, minor: 1 },
  { key: 'strategy', width: 120, render: ({ strategy }) => callStrategyLabels[strategy] },
  { key: 'seatCount', width: 84, align: 'right' },
  { key: 'hours', width: 220, render: ({ hours }) => (hours.length === 0 ? '全天' : hours.map(windowText).join('；')) },
  { key: 'mostSeconds', width: 110, align: 'right', render: ({ mostSeconds }) => `${mostSeconds} 秒`, minor: 1 },
  { key: 'overflow', width: 180, render: overflowText },
  { key: 'enabled', width: 80, render: ({ enabled }) => (enabled ? '启用' : '停用') },
  { key: 'remarks', width: 180, minor: 2 },
  { key: 'createTime', width: 172, hidden: true, sort: 'create_time' },
]);

const filters = (
  <>
    <Filter name="name">
      <Input placeholder="请输入技能组名称" allowClear maxLength={30} />
    </Filter>
    <Filter name="code">
      <Input placeholder="请输入编码" allowClear maxLength={30} />
    </Filter>
  </>
);

/** Where calls go on to, as the chosen overflow asks. */
function OverflowTarget() {
  const form = Form.useFormInstance();
  const overflow = Form.useWatch<number | undefined>('overflow', form);
  const own = Form.useWatch<number | undefined>('id', form);
  if (overflow === overflows.group) {
    return (
      <Field name="overflowGroupId">
        <GroupSelect without={own} />
      </Field>
    );
  }
  if (overflow !== overflows.number) return null;
  return (
    <Field name="overflowNumber">
      <Input maxLength={20} inputMode="tel" placeholder="如值班手机" />
    </Field>
  );
}

const form = (
  <>
    <FormSection title="基本信息">
      <Field name="name">
        <Input placeholder="如 服务台" maxLength={30} />
      </Field>
      <Field name="code">
        <Input placeholder="字母、数字、横线" maxLength={30} />
      </Field>
      <Field name="strategy" extra="求助来电总是最先">
        <Select options={numbered(callStrategyLabels)} />
      </Field>
      <Field name="enabled" label="启用" valuePropName="checked">
        <Switch checkedChildren="启用" unCheckedChildren="停用" />
      </Field>
      <Field name="hours" wide>
        <TimeWindows none="全天服务" most={20} />
      </Field>
      <Field name="holidays" valuePropName="checked">
        <Switch checkedChildren="服务" unCheckedChildren="休息" />
      </Field>
      <Field name="recorded" valuePropName="checked">
        <Switch checkedChildren="录音" unCheckedChildren="不录音" />
      </Field>
    </FormSection>
    <FormSection title="排队">
      <Field name="mostWaiting">
        <InputNumber<number> min={1} max={1000} precision={0} suffix="人" />
      </Field>
      <Field name="mostSeconds">
        <InputNumber<number> min={10} max={7200} precision={0} suffix="秒" />
      </Field>
      <Field name="overflow">
        <Select options={numbered(overflowLabels)} />
      </Field>
      <OverflowTarget />
      <Field name="levelSeconds" extra="统计服务水平用：几秒内接听算达标">
        <InputNumber<number> min={1} max={600} precision={0} suffix="秒" />
      </Field>
      <Field name="shortSeconds" extra="等不到这么久就挂断的单独计数，不算放弃">
        <InputNumber<number> min={0} max={60} precision={0} suffix="秒" />
      </Field>
      <Field name="positionTold" valuePropName="checked" extra="电话里播报前面还有几位，网页上显示">
        <Switch checkedChildren="播报" unCheckedChildren="不播报" />
      </Field>
      <Field name="positionSeconds" extra="进入排队时播报一次，以后每隔这么久再播报">
        <InputNumber<number> min={15} max={600} precision={0} suffix="秒" />
      </Field>
      <Field name="callbackOffered" valuePropName="checked" extra="不想等的来电人按1后挂断，由坐席回电">
        <Switch checkedChildren="可以" unCheckedChildren="不可以" />
      </Field>
      <Field name="callbackKeeps" valuePropName="checked" extra="轮到时由空闲坐席自动拨出，两小时内有效；否则在“现在”里手动回拨">
        <Switch checkedChildren="保留" unCheckedChildren="不保留" />
      </Field>
    </FormSection>
    <FormSection title="其他">
      <Field name="musicId" wide>
        <SoundSelect label="等待音乐" none="内置音乐" />
      </Field>
      <Field name="externalId" extra="使用阿里云联络中心时填写">
        <Input maxLength={100} />
      </Field>
      <Field name="remarks" wide>
        <Input.TextArea maxLength={200} showCount autoSize={{ minRows: 2, maxRows: 4 }} />
      </Field>
    </FormSection>
  </>
);

const initial = {
  strategy: 1,
  mostWaiting: 20,
  mostSeconds: 300,
  overflow: 1,
  hours: [],
  holidays: true,
  positionTold: true,
  positionSeconds: 30,
  callbackOffered: true,
  callbackKeeps: false,
  recorded: true,
  levelSeconds: LEVEL_SECONDS,
  shortSeconds: SHORT_SECONDS,
  enabled: true,
};

export default function CallGroups() {
  return (
    <CrudPage
      name="call-groups"
      noun="技能组"
      routes={callGroups}
      columns={columns}
      filters={filters}
      form={form}
      size="large"
      initial={initial}
    />
  );
}

/** /cloudcall/sampleplan 抽检计划: which calls of each week are inspected, how many of each seat, by which sheet. */
import { Alert, Button, Form, Input, InputNumber, Radio, Select, Switch } from 'antd';
import { useState } from 'react';
import { callSamplePlanLabels } from '#contract/calls/call-sample-plans.labels.ts';
import { callSamplePlans } from '#contract/calls/call-sample-plans.ts';
import { BAD_STARS, sampleDirectionLabels, sampleWayLabels, sampleWays } from '#contract/calls/call-samples.rules.ts';
import type { Input as InputOf } from '#contract/http.ts';
import { titled } from '#contract/labels.ts';
import { useSend } from '#web/api/call.ts';
import type { Column } from '#web/ui/columns.ts';
import { CrudPage } from '#web/ui/crud-page.tsx';
import type { RowOf } from '#web/ui/data-table.tsx';
import { MISSING, numbered } from '#web/ui/display.ts';
import { SideDrawer } from '#web/ui/drawer.tsx';
import { FormSection, labelledField } from '#web/ui/form.tsx';
import { Carried } from '#web/ui/carried.tsx';
import { labelledFilter } from '#web/ui/search-form.tsx';
import { GroupSelect } from '../group-select.tsx';
import { SeatSelect } from './seat-select.tsx';
import { SheetSelect } from './sheet-select.tsx';
import './quality.css';

type Row = RowOf<typeof callSamplePlans.page>;
type Asked = InputOf<typeof callSamplePlans.preview>;
const Field = labelledField(callSamplePlanLabels);
const Filter = labelledFilter(callSamplePlanLabels);

/** Which calls a plan asks for, in words. */
function whichText({ direction, groupName, seatName, leastSeconds, ratedBadly }: Row): string {
  return [
    sampleDirectionLabels[direction],
    groupName,
    seatName,
    leastSeconds > 0 && `${leastSeconds}秒以上`,
    ratedBadly && `${BAD_STARS}星及以下`,
  ]
    .filter(Boolean)
    .join('，');
}
const amountText = ({ way, amount }: Pick<Row, 'way' | 'amount'>): string =>
  way === sampleWays.number ? `每坐席每周 ${amount} 通` : `每坐席每周 ${amount}%`;

const columns: Column<Row>[] = titled(callSamplePlanLabels, [
  { key: 'name', width: 180, pin: 'left' },
  { key: 'direction', title: '抽检范围', width: 280, render: whichText },
  { key: 'amount', title: '抽取', width: 160, render: amountText },
  { key: 'sheetName', width: 160 },
  { key: 'drawnWeek', width: 160, render: ({ drawnWeek }) => (drawnWeek === null ? MISSING : `${drawnWeek} 起一周`) },
  { key: 'drawnAmong', width: 100, align: 'right' },
  { key: 'drawnCalls', width: 80, align: 'right' },
  { key: 'enabled', width: 80, render: ({ enabled }) => (enabled ? '启用' : '停用') },
  { key: 'remarks', width: 180, minor: 1 },
  { key: 'createTime', width: 172, minor: 2, sort: 'create_time' },
]);

const filters = (
  <Filter name="name">
    <Input placeholder="请输入计划名称" allowClear maxLength={30} />
  </Filter>
);

function Amount() {
  const way = Form.useWatch<number | undefined>('way') ?? sampleWays.number;
  return (
    <Field name="amount" extra={way === sampleWays.share ? '不足一通按一通' : '不足时全部抽取'}>
      <InputNumber<number> min={1} max={100} precision={0} suffix={way === sampleWays.share ? '%' : '通'} />
    </Field>
  );
}

/** What the plan would draw of the last week, as it is being written. */
function Preview() {
  const form = Form.useFormInstance();
  const ask = useSend(callSamplePlans.preview);
  const { data } = ask;
  const start = () => {
    const { id, groupId, seatId, direction, leastSeconds, ratedBadly, way, amount } = form.getFieldsValue(true) as Asked;
    ask.mutate({ id, groupId: groupId ?? null, seatId: seatId ?? null, direction, leastSeconds, ratedBadly, way, amount });
  };
  return (
    <div className="y-form-wide cq-preview">
      <Button onClick={start} loading={ask.isPending}>
        按上周通话试算
      </Button>
      {data && (
        <Alert
          type={data.drawn > 0 ? 'info' : 'warning'}
          showIcon
          title={`${data.from} 至 ${data.to}：符合条件 ${data.among} 通，将抽中 ${data.drawn} 通`}
          description={
            data.seats.length > 0
              ? data.seats.map(({ name, among, drawn }) => `${name} ${drawn}/${among}`).join('，')
              : '没有符合条件、有录音且未质检过的通话'
          }
        />
      )}
    </div>
  );
}

const form = (
  <>
    <FormSection title="计划">
      <Field name="name">
        <Input maxLength={30} placeholder="如 服务台每周抽检" />
      </Field>
      <Field name="sheetId">
        <SheetSelect />
      </Field>
      <Field name="enabled" valuePropName="checked" extra="每周一零点后自动抽取上一周的通话，每通最多质检一次">
        <Switch checkedChildren="启用" unCheckedChildren="停用" />
      </Field>
    </FormSection>
    <FormSection title="抽检范围">
      <Field name="groupId">
        <GroupSelect placeholder="全部技能组" />
      </Field>
      <Field name="seatId">
        <SeatSelect placeholder="全部坐席" />
      </Field>
      <Field name="direction">
        <Select options={numbered(sampleDirectionLabels)} />
      </Field>
      <Field name="leastSeconds">
        <InputNumber<number> min={0} max={3600} precision={0} suffix="秒" />
      </Field>
      <Field name="ratedBadly" valuePropName="checked" extra={`对方评价${BAD_STARS}星及以下`}>
        <Switch checkedChildren="是" unCheckedChildren="否" />
      </Field>
    </FormSection>
    <FormSection title="抽取数量">
      <Field name="way">
        <Radio.Group options={numbered(sampleWayLabels)} />
      </Field>
      <Amount />
      <Preview />
      <Field name="remarks" wide>
        <Input.TextArea maxLength={200} showCount autoSize={{ minRows: 2, maxRows: 4 }} />
      </Field>
    </FormSection>
    <Carried name="id" />
  </>
);

const toInput = ({ id: _id, ...values }: Record<string, unknown>) => values;

export default function SamplePlans() {
  const [help, setHelp] = useState(false);
  return (
    <>
      <CrudPage
        name="call-sample-plans"
        noun="抽检计划"
        routes={callSamplePlans}
        columns={columns}
        filters={filters}
        form={form}
        size="large"
        initial={{ enabled: true, direction: 0, leastSeconds: 30, ratedBadly: false, way: sampleWays.number, amount: 3 }}
        toForm={(row) => row}
        toInput={toInput}
        extra={<Button onClick={() => setHelp(true)}>怎样抽取</Button>}
      />
      <SideDrawer open={help} size="small" title="怎样抽取" onClose={() => setHelp(false)}>
        <ul className="cq-help">
          <li>每周一零点后，各启用的计划抽取上一周（周一至周日）的通话；新增的计划几分钟内先抽取上一周。</li>
          <li>只抽已接通、有坐席、录音仍在保存期内、从未质检过的通话。同一通话只会质检一次。</li>
          <li>每个坐席分别按数量或比例抽取。抽取由计划和周次决定，同样的通话总是抽中同样的几通，无法挑选。</li>
          <li>多个计划同时适用时，先创建的计划先抽。</li>
        </ul>
      </SideDrawer>
    </>
  );
}

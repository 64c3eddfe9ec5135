/** The parts of a plan or a template in a form: problems, goals, interventions. */
import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Form, Input, InputNumber, Select, Switch, type FormItemProps } from 'antd';
import type { ReactNode } from 'react';
import { careKinds, problemCategories, timeModes, type TimeMode } from '#contract/care/care-kinds.ts';
import { carePartLabels, carePlanLabels } from '#contract/care/care-plans.labels.ts';
import { MOST_PARTS } from '#contract/care/care-plans.ts';
import { CLOCK } from '#contract/time.ts';
import { Day } from '#web/ui/day.tsx';
import './care.css';

const options = (labels: Readonly<Record<string, string>>) => Object.entries(labels).map(([value, label]) => ({ value, label }));
const WEEK = ['一', '二', '三', '四', '五', '六', '日'].map((day, at) => ({ value: at + 1, label: `周${day}` }));

/** What a new intervention begins with. */
const NEW_CARE = {
  kind: 'other',
  mode: 'clock',
  clocks: [],
  weekdays: [],
  beforeMinutes: 30,
  afterMinutes: 60,
  minutes: 10,
  two: false,
  instruction: '',
};

interface PartProps {
  part: 'problems' | 'goals' | 'interventions';
  noun: string;
  fresh: object;
  children: (at: number) => ReactNode;
}

function Part({ part, noun, fresh, children }: PartProps) {
  return (
    <Form.List name={part}>
      {(fields, { add, remove }) => (
        <fieldset className="ca-part y-form-wide">
          <legend>{carePlanLabels[part]}</legend>
          {fields.map(({ key, name }) => (
            <div key={key} className="ca-line" data-part={part} role="group" aria-label={`${noun}${name + 1}`}>
              {children(name)}
              <Button
                type="text"
                aria-label={`删除${noun}${name + 1}`}
                icon={<DeleteOutlined aria-hidden />}
                onClick={() => remove(name)}
              />
            </div>
          ))}
          {fields.length < MOST_PARTS && (
            <Button type="dashed" icon={<PlusOutlined aria-hidden />} onClick={() => add({ ...fresh })}>
              新增{noun}
            </Button>
          )}
        </fieldset>
      )}
    </Form.List>
  );
}

const needed = (message: string) => [{ required: true, whitespace: true, message }];
const clockRule = [{ required: true, pattern: CLOCK, message: '时间格式应为HH:mm' }];
const L = carePartLabels;

/** Its label stands above it. */
const Item = (props: FormItemProps) => <Form.Item {...props} layout="vertical" labelCol={{ flex: 'none' }} wrapperCol={{ flex: 'none' }} />;

/** When it is done, by its mode. */
function Times({ at }: { at: number }) {
  const mode = Form.useWatch<TimeMode | undefined>(['interventions', at, 'mode']);
  if (mode === 'shift') return null;
  if (mode === 'every')
    return (
      <>
        <Item name={[at, 'everyHours']} label={L.everyHours} rules={[{ required: true, message: '请填写间隔小时数' }]}>
          <InputNumber min={1} max={24} precision={0} />
        </Item>
        <Item name={[at, 'windowStart']} label={L.windowStart} rules={clockRule}>
          <Input maxLength={5} placeholder="06:00" />
        </Item>
        <Item name={[at, 'windowEnd']} label={L.windowEnd} rules={clockRule} tooltip="与开始相同表示全天；早于开始表示到次日">
          <Input maxLength={5} placeholder="22:00" />
        </Item>
      </>
    );
  return (
    <Item
      name={[at, 'clocks']}
      label={L.clocks}
      className="ca-wide"
      rules={[{ required: true, type: 'array', min: 1, message: '请填写执行时刻' }]}
    >
      <Select mode="tags" open={false} suffixIcon={null} tokenSeparators={[',', '，', '、', ' ']} placeholder="如 08:00，回车再填下一个" />
    </Item>
  );
}

/** A number of minutes. */
const minutes = (least: number, most: number) => <InputNumber min={least} max={most} precision={0} />;

const careFields = (at: number) => (
  <div className="ca-care">
    <Item name={[at, 'name']} label={L.name} rules={needed('请填写照护措施')}>
      <Input maxLength={40} placeholder="如 翻身并查看皮肤" />
    </Item>
    <Item name={[at, 'kind']} label={L.kind}>
      <Select options={options(careKinds)} />
    </Item>
    <Item name={[at, 'mode']} label={L.mode}>
      <Select options={options(timeModes)} />
    </Item>
    <Times at={at} />
    <Item name={[at, 'weekdays']} label={L.weekdays}>
      <Select mode="multiple" options={WEEK} placeholder="每天" />
    </Item>
    <Item name={[at, 'beforeMinutes']} label={L.beforeMinutes}>
      {minutes(0, 720)}
    </Item>
    <Item name={[at, 'afterMinutes']} label={L.afterMinutes}>
      {minutes(1, 720)}
    </Item>
    <Item name={[at, 'minutes']} label={L.minutes}>
      {minutes(1, 240)}
    </Item>
    <Item name={[at, 'two']} label={L.two} valuePropName="checked">
      <Switch />
    </Item>
    <Item name={[at, 'unit']} label={L.unit}>
      <Input maxLength={10} placeholder="不记数值可不填" />
    </Item>
    <Item name={[at, 'instruction']} label={L.instruction} className="ca-wide">
      <Input maxLength={300} />
    </Item>
  </div>
);

export function PartsFields() {
  return (
    <>
      <Part part="problems" noun="问题" fresh={{ category: 'living', text: '', source: '' }}>
        {(at) => (
          <>
            <Form.Item name={[at, 'category']}>
              <Select aria-label={`问题${at + 1}类别`} options={options(problemCategories)} />
            </Form.Item>
            <Form.Item name={[at, 'text']} rules={needed('请填写照护问题')}>
              <Input aria-label={`问题${at + 1}内容`} maxLength={200} placeholder="如 长期卧床，压力性损伤风险高" />
            </Form.Item>
            <Form.Item name={[at, 'source']}>
              <Input aria-label={`问题${at + 1}来源`} maxLength={60} placeholder="来源，如 能力评估" />
            </Form.Item>
          </>
        )}
      </Part>
      <Part part="goals" noun="目标" fresh={{ text: '', measure: '', until: null }}>
        {(at) => (
          <>
            <Form.Item name={[at, 'text']} rules={needed('请填写照护目标')}>
              <Input aria-label={`目标${at + 1}内容`} maxLength={200} placeholder="如 皮肤完好" />
            </Form.Item>
            <Form.Item name={[at, 'measure']}>
              <Input aria-label={`目标${at + 1}衡量方法`} maxLength={100} placeholder="衡量方法，如 无新发压力性损伤" />
            </Form.Item>
            <Form.Item name={[at, 'until']}>
              <Day placeholder="达成日期" />
            </Form.Item>
          </>
        )}
      </Part>
      <Part part="interventions" noun="措施" fresh={NEW_CARE}>
        {careFields}
      </Part>
    </>
  );
}

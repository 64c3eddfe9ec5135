/** What is believed of a model's or a device's positions. */
import { InputNumber } from 'antd';
import { PositionFilter, plainFilter } from '#contract/devices/position-filters.rules.ts';
import { Field } from '#web/ui/form.tsx';

const fields: { name: keyof PositionFilter; label: string; unit: string; low: number; high: number; plain: string; extra: string }[] = [
  {
    name: 'accuracyMetres',
    label: '最大误差',
    unit: '米',
    low: 10,
    high: 5000,
    plain: '不限',
    extra: '误差更大的只当作大致位置，不触发小围栏',
  },
  {
    name: 'maxSpeedKmh',
    label: '最高速度',
    unit: '公里/小时',
    low: 20,
    high: 1000,
    plain: String(plainFilter.maxSpeedKmh),
    extra: '不可能这么快到达的位置只留存，不显示、不报警',
  },
  { name: 'minMetres', label: '最小位移', unit: '米', low: 0, high: 500, plain: '全部保留', extra: '移动不到这么远的不重复保存' },
  {
    name: 'keepMinutes',
    label: '至少保留',
    unit: '分钟一次',
    low: 1,
    high: 60,
    plain: String(plainFilter.keepMinutes),
    extra: '原地不动时也按这个间隔保存',
  },
  {
    name: 'outdatedHours',
    label: '过期丢弃',
    unit: '小时前',
    low: 1,
    high: 168,
    plain: String(plainFilter.outdatedHours),
    extra: '补发的更早的位置不保存',
  },
];

/** Fields `positions.…` of a form; an empty one is as it is for all. */
export function PositionFields({ plain }: { plain?: string }) {
  return fields.map(({ name, label, unit, low, high, plain: said, extra }) => (
    <Field key={name} name={['positions', name] as never} label={label} rules={[]} extra={extra}>
      <InputNumber<number> min={low} max={high} precision={0} suffix={unit} placeholder={plain ?? said} />
    </Field>
  ));
}

/** What was said; undefined when nothing was. */
export function filterOf(value: unknown): PositionFilter | undefined {
  const said = Object.fromEntries(Object.entries((value ?? {}) as object).filter(([, one]) => one !== undefined && one !== null));
  return Object.keys(said).length > 0 ? (said as PositionFilter) : undefined;
}

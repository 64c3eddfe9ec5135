/** The slots of a week in which family may come, with their capacity. */
import { Input, InputNumber, Select } from 'antd';
import { titled } from '#contract/labels.ts';
import { visitorSlotLabels } from '#contract/visitors/visitor-settings.labels.ts';
import { visitorSlots } from '#contract/visitors/visitor-settings.ts';
import { weekdayLabels, weekdaysText } from '#contract/visitors/visitor-slots.rules.ts';
import type { Column } from '#web/ui/columns.ts';
import { CrudPage } from '#web/ui/crud-page.tsx';
import type { RowOf } from '#web/ui/data-table.tsx';
import { labelledField } from '#web/ui/form.tsx';
import { BuildingSelect } from '#web/health/house-filter.tsx';

const Field = labelledField(visitorSlotLabels);
/** Weeks begin on Monday. */
const WEEK = [1, 2, 3, 4, 5, 6, 0].map((value) => ({ value, label: weekdayLabels[value] as string }));

const columns: Column<RowOf<typeof visitorSlots.page>>[] = titled(visitorSlotLabels, [
  { key: 'weekdays', width: 200, render: ({ weekdays }) => weekdaysText(weekdays) },
  { key: 'startClock', title: '时间', width: 140, render: ({ startClock, endClock }) => `${startClock}–${endClock}` },
  { key: 'building', width: 120, render: ({ building }) => building ?? '全院' },
  { key: 'capacity', width: 100, align: 'right', render: ({ capacity }) => `${capacity} 人` },
]);

const form = (
  <>
    <Field name="weekdays" wide>
      <Select mode="multiple" options={WEEK} placeholder="可选多天" />
    </Field>
    <Field name="startClock">
      <Input type="time" />
    </Field>
    <Field name="endClock">
      <Input type="time" />
    </Field>
    <Field name="building" extra="不选为全院">
      <BuildingSelect />
    </Field>
    <Field name="capacity" extra="同一时段最多预约的人数">
      <InputNumber min={1} max={500} precision={0} suffix="人" className="v-number" />
    </Field>
  </>
);

export const Slots = () => (
  <CrudPage
    name="visitor-slots"
    noun="探访时段"
    routes={visitorSlots}
    columns={columns}
    form={form}
    initial={{ weekdays: [1, 2, 3, 4, 5, 6, 0], startClock: '14:00', endClock: '16:00', capacity: 20 }}
    toInput={(values) => ({ ...values, building: values.building ?? null })}
    size="small"
    height="content"
    state="own"
  />
);

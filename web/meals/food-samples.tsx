/** /management/foodsample 留样: samples of dishes, and which dishes of today have none; with `?add=1` the form is open. */
import { Form, Input, InputNumber, Select } from 'antd';
import { useState } from 'react';
import { titled } from '#contract/labels.ts';
import { closedFoodSample, foodSampleStateLabels } from '#contract/meals/food-sample-commands.rules.ts';
import { foodSampleLabels } from '#contract/meals/food-samples.labels.ts';
import { foodSamples } from '#contract/meals/food-samples.ts';
import { mealDefaults, meals, type Meal } from '#contract/meals/meals.rules.ts';
import { dayOf } from '#contract/time.ts';
import { useCall, useSend } from '#web/api/call.ts';
import { serverNow } from '#web/api/server-clock.ts';
import { useAskedAdd } from '#web/ui/asked-add.ts';
import { useQuarterMinute } from '#web/ui/clock.ts';
import type { Column } from '#web/ui/columns.ts';
import { DataTable, type RowOf } from '#web/ui/data-table.tsx';
import { DateRange } from '#web/ui/date-range.tsx';
import { Day } from '#web/ui/day.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { choices } from '#web/ui/inputs.tsx';
import { useMay } from '#web/ui/may.ts';
import { labelledFilter } from '#web/ui/search-form.tsx';
import { State } from '#web/ui/state.tsx';

const Filter = labelledFilter(foodSampleLabels);
type Row = RowOf<typeof foodSamples.page>;
const changes = { changes: [foodSamples.page, foodSamples.missing] };

const columns: Column<Row>[] = titled(foodSampleLabels, [
  { key: 'day', width: 120, pin: 'left' },
  { key: 'meal', width: 80, render: ({ meal }) => meals[meal] },
  { key: 'dishName', width: 150 },
  { key: 'state', width: 100, render: ({ state }) => <State of="foodSample" value={state} /> },
  { key: 'grams', width: 110, align: 'right' },
  { key: 'takenTime', width: 172, sort: 'taken_time' },
  { key: 'createBy', width: 100 },
  { key: 'keepUntil', width: 172 },
  { key: 'disposeTime', width: 172, minor: 1 },
  { key: 'disposeBy', width: 100, minor: 1 },
  { key: 'remarks', width: 160, minor: 2 },
]);

const filters = (
  <>
    <Filter name="state">
      <Select allowClear placeholder="全部" options={choices(foodSampleStateLabels)} />
    </Filter>
    <Filter name="meal">
      <Select allowClear placeholder="全部" options={choices(meals)} />
    </Filter>
    <Filter name="dishName">
      <Input placeholder="请输入菜品名称" allowClear maxLength={30} />
    </Filter>
    <Filter name={['startDate', 'endDate']}>
      <DateRange days />
    </Filter>
  </>
);

interface Values {
  dish: string;
  grams: number;
  takenTime?: string | null;
  remarks?: string;
}

function SampleDialog({ onClose }: { onClose: () => void }) {
  const day = dayOf(serverNow());
  const { data = [], isFetching } = useCall(foodSamples.missing, { day }, { quiet: true });
  const send = useSend(foodSamples.create, { ...changes, once: true, onSuccess: onClose });
  const submit = ({ dish, grams, takenTime = null, remarks = '' }: Values) => {
    const [meal, id] = dish.split(' ') as [Meal, string];
    send.mutate({ day, meal, dishId: Number(id), grams, takenTime, remarks });
  };
  return (
    <FormDialog<Values>
      title={`登记留样 ${day}`}
      okText="留样"
      pending={send.isPending}
      initial={{ grams: mealDefaults.sampleGrams }}
      onSubmit={submit}
      onClose={onClose}
    >
      <Form.Item name="dish" label={foodSampleLabels.dishId} rules={[{ required: true, message: '请选择菜品' }]}>
        <Select
          showSearch={{ optionFilterProp: 'label' }}
          loading={isFetching}
          placeholder="今天已开餐、还没有留样的菜品"
          notFoundContent="没有需要留样的菜品"
          options={data.map(({ meal, dishId, dishName }) => ({ value: `${meal} ${dishId}`, label: `${meals[meal]} ${dishName}` }))}
        />
      </Form.Item>
      <Form.Item name="grams" label={foodSampleLabels.grams} rules={[{ required: true, message: '请填写留样量' }]}>
        <InputNumber<number> min={1} max={5000} precision={0} />
      </Form.Item>
      <Form.Item name="takenTime" label={foodSampleLabels.takenTime} extra="不填为现在">
        <Day withTime notAfter={day} />
      </Form.Item>
      <Form.Item name="remarks" label={foodSampleLabels.remarks}>
        <Input maxLength={100} placeholder="如 冰箱位置" />
      </Form.Item>
    </FormDialog>
  );
}

export default function FoodSamples() {
  const may = useMay();
  const now = useQuarterMinute();
  const [adding, setAdding] = useState(false);
  const dispose = useSend(foodSamples.dispose, changes);
  const mayAdd = may(foodSamples.create);
  useAskedAdd(() => mayAdd && setAdding(true));
  return (
    <>
      <DataTable
        name="food-samples"
        noun="留样"
        route={foodSamples.page}
        exportRoute={foodSamples.export}
        columns={columns}
        filters={filters}
        addLabel="登记留样"
        onAdd={mayAdd ? () => setAdding(true) : undefined}
        {...(may(foodSamples.dispose)
          ? {
              actions: (row: Row) => [
                {
                  label: '销毁',
                  confirm: `${row.day}${meals[row.meal]}的${row.dishName}已销毁？`,
                  onClick: () => dispose.mutate({ id: row.id, version: row.version }),
                  when: closedFoodSample(row, now) === null,
                },
              ],
            }
          : {})}
      />
      {adding && <SampleDialog onClose={() => setAdding(false)} />}
    </>
  );
}

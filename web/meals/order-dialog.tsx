/** What a resident has otherwise at a meal. */
import { Form, Input, InputNumber, Radio, Select, Switch } from 'antd';
import { dishCategories } from '#contract/meals/dishes.rules.ts';
import { mealOrderLabels } from '#contract/meals/meal-orders.labels.ts';
import { mealOrders, portions } from '#contract/meals/meal-orders.ts';
import { meals } from '#contract/meals/meals.rules.ts';
import { useCall, useSend } from '#web/api/call.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import type { DayMeal } from './day-meal.tsx';
import { DinerTags } from './diner-tags.tsx';
import type { Diner } from './meal-calls.ts';

interface Values {
  cancelled: boolean;
  portion: number;
  dishIds: number[];
  guests: number | null;
  note?: string;
}

interface Props {
  at: DayMeal;
  diner: Diner;
  onClose: () => void;
}

export default function OrderDialog({ at, diner, onClose }: Props) {
  const send = useSend(mealOrders.save, { changes: [mealOrders.page], onSuccess: onClose });
  const { order, oldmanId, oldmanName } = diner;
  const { data: menu } = useCall(mealOrders.menu, { ...at, oldmanId }, { quiet: true });
  return (
    <FormDialog<Values>
      title={`${oldmanName} ${at.day} ${meals[at.meal]}`}
      okText="保存"
      pending={send.isPending}
      initial={{
        cancelled: order?.cancelled ?? false,
        portion: order?.portion ?? 2,
        dishIds: order?.dishIds ?? [],
        guests: order?.guests ?? 0,
        note: order?.note ?? '',
      }}
      onSubmit={({ guests, note, ...values }) =>
        send.mutate({ ...at, ...values, oldmanId, guests: guests ?? 0, note: note || null, version: order?.version ?? 0 })
      }
      onClose={onClose}
    >
      <div className="ml-known">
        <DinerTags diner={diner} />
      </div>
      <Form.Item name="cancelled" label={mealOrderLabels.cancelled} valuePropName="checked">
        <Switch />
      </Form.Item>
      <Form.Item name="dishIds" label={mealOrderLabels.dishIds} extra="不选则按计划供应；选了只供应所选的菜品">
        <Select
          mode="multiple"
          allowClear
          placeholder="按计划"
          loading={!menu}
          options={menu?.dishes.map(({ id, name, category, spare }) => ({
            value: id,
            label: `${name}（${dishCategories[category]}${spare ? '，备选' : ''}）`,
          }))}
        />
      </Form.Item>
      <Form.Item name="portion" label={mealOrderLabels.portion}>
        <Radio.Group options={Object.entries(portions).map(([value, label]) => ({ value: Number(value), label }))} />
      </Form.Item>
      <Form.Item name="guests" label={mealOrderLabels.guests}>
        <InputNumber<number> min={0} max={20} precision={0} />
      </Form.Item>
      <Form.Item name="note" label={mealOrderLabels.note}>
        <Input maxLength={100} placeholder="如 少油、菜饭分开" />
      </Form.Item>
    </FormDialog>
  );
}

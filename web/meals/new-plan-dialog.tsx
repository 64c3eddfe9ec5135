/** A new draft: of which week, and which plan it begins as. */
import { Form, Input, Select } from 'antd';
import { dietPlanLabels } from '#contract/meals/diet-plans.labels.ts';
import { dietPlans } from '#contract/meals/diet-plans.ts';
import { weekOf } from '#contract/meals/meals.rules.ts';
import { dayOf, nextDay } from '#contract/time.ts';
import { useCall, useSend } from '#web/api/call.ts';
import { serverNow } from '#web/api/server-clock.ts';
import { go } from '#web/shell/go.ts';
import { BuildingSelect } from '#web/health/house-filter.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { editorAddress, planChanges, weekText } from './meal-calls.ts';

interface Values {
  weekDate: string;
  building?: string;
  copyId?: number;
  remarks?: string;
}

/** So many weeks may be planned ahead. */
const AHEAD = 8;

/** `copyId`: the plan that is to be copied into a new edition of its week, `weekDate`. */
export default function NewPlanDialog({
  copy,
  onClose,
}: {
  copy: { id: number; weekDate: string; building: string } | null;
  onClose: () => void;
}) {
  const { data } = useCall(dietPlans.page, { size: 20 }, { quiet: true });
  const send = useSend(dietPlans.create, {
    ...planChanges,
    onSuccess: (id) => {
      onClose();
      go(editorAddress(id));
    },
  });
  const { monday } = weekOf(dayOf(serverNow()));
  const weeks = Array.from({ length: AHEAD }, (_, n) => nextDay(monday, 7 * n));
  if (copy && !weeks.includes(copy.weekDate)) weeks.unshift(copy.weekDate);
  return (
    <FormDialog<Values>
      title="新增膳食计划"
      okText="开始编排"
      pending={send.isPending}
      initial={{ weekDate: copy?.weekDate ?? nextDay(monday, 7), ...(copy ? { copyId: copy.id, building: copy.building } : {}) }}
      onSubmit={({ weekDate, building = '', copyId, remarks = '' }) => send.mutate({ weekDate, building, copyId: copyId ?? null, remarks })}
      onClose={onClose}
    >
      <Form.Item name="weekDate" label={dietPlanLabels.weekDate} rules={[{ required: true, message: '请选择周次' }]}>
        <Select options={weeks.map((value) => ({ value, label: weekText(value) }))} />
      </Form.Item>
      <Form.Item
        name="building"
        label={dietPlanLabels.building}
        extra="不选为全机构；有单独餐厅的楼栋可另编菜谱，该楼服务对象按本楼菜谱供应"
      >
        <BuildingSelect />
      </Form.Item>
      <Form.Item name="copyId" label={dietPlanLabels.copyId} extra="不选则从空白开始">
        <Select
          allowClear
          placeholder="空白"
          options={(data?.records ?? [])
            .filter(({ dishCount }) => dishCount > 0)
            .map(({ id, weekDate, building, edition }) => ({ value: id, label: `${weekText(weekDate)} ${building} 第${edition}版` }))}
        />
      </Form.Item>
      <Form.Item name="remarks" label={dietPlanLabels.remarks}>
        <Input maxLength={200} />
      </Form.Item>
    </FormDialog>
  );
}

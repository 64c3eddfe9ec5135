/** A care plan by an assessment in one step: which template, which risks, and from when. */
import { Checkbox, Form, Select } from 'antd';
import { assessments } from '#contract/assessments/assessments.ts';
import { nameOfScale } from '#contract/assessments/scales.ts';
import { carePlans } from '#contract/care/care-plans.ts';
import { careTasks } from '#contract/care/care-tasks.ts';
import { useSend } from '#web/api/call.ts';
import { personAddress } from '#web/shell/addresses.ts';
import { go } from '#web/shell/go.ts';
import { Day } from '#web/ui/day.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import type { AssessmentDetail } from './assessment-calls.ts';

interface Values {
  templateId: number;
  riskIds?: number[];
  startDay?: string | null;
}

export function PlanDialog({ row, onClose }: { row: AssessmentDetail; onClose: () => void }) {
  const send = useSend(assessments.plan, {
    changes: [carePlans.page, carePlans.get, careTasks.page, careTasks.figures],
    once: true,
    onSuccess: () => {
      onClose();
      go(personAddress(row.oldmanId, 'care'));
    },
  });
  return (
    <FormDialog<Values>
      title={`${row.oldmanName}：制定照护计划`}
      okText="制定"
      width={520}
      pending={send.isPending}
      initial={{ templateId: row.templates[0]!.id, riskIds: row.risks.map(({ id }) => id) }}
      onSubmit={(values) => send.mutate({ id: row.id, riskIds: [], ...values })}
      onClose={onClose}
    >
      <p>模板的问题、目标和措施并入照护计划；执行中的计划已有的内容保留不变。</p>
      <Form.Item name="templateId" label="照护模板" rules={[{ required: true, message: '请选择照护模板' }]}>
        <Select options={row.templates.map(({ id, name, verified }) => ({ value: id, label: verified ? name : `${name}（待核对）` }))} />
      </Form.Item>
      {row.risks.length > 0 && (
        <Form.Item name="riskIds" label="列为照护问题的风险">
          <Checkbox.Group
            options={row.risks.map(({ id, scale, levelName, day }) => ({
              value: id,
              label: `${nameOfScale(scale)}：${levelName}（${day}）`,
            }))}
          />
        </Form.Item>
      )}
      <Form.Item name="startDay" label="开始执行">
        <Day placeholder="不填为草稿" />
      </Form.Item>
    </FormDialog>
  );
}

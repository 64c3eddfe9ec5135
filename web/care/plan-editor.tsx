/** Writing a care plan: a new one, also from a template, a draft, or a new version of one in force. */
import { Alert, Button, Form, Input, Select } from 'antd';
import { useState } from 'react';
import { planStates } from '#contract/care/care-plan-commands.rules.ts';
import { carePlanLabels } from '#contract/care/care-plans.labels.ts';
import { carePlans } from '#contract/care/care-plans.ts';
import { careTemplates } from '#contract/care/care-templates.ts';
import { careTasks } from '#contract/care/care-tasks.ts';
import type { Input as InputOf } from '#contract/http.ts';
import { titleOf } from '#contract/labels.ts';
import { useCall, useSend } from '#web/api/call.ts';
import { serverNow } from '#web/api/server-clock.ts';
import { Carried } from '#web/ui/carried.tsx';
import { Day } from '#web/ui/day.tsx';
import { formatTime } from '#web/ui/display.ts';
import { SideDrawer } from '#web/ui/drawer.tsx';
import { ContractForm, labelledField } from '#web/ui/form.tsx';
import { PartsFields } from './parts-fields.tsx';
import type { Plan } from './parts-view.tsx';
import { ResidentField } from '#web/ui/resident-field.tsx';
import './care.css';

const Field = labelledField(carePlanLabels);

type Values = InputOf<typeof carePlans.save>;

/** Fills the parts of the form; what was typed is replaced. */
function TemplateSelect({ onPick }: { onPick: (parts: Pick<Plan, 'problems' | 'goals' | 'interventions'>) => void }) {
  const { data, isFetching } = useCall(careTemplates.page, { size: 100 }, { quiet: true });
  return (
    <Select
      aria-label="从模板新增"
      placeholder="选择模板后填入问题、目标和措施"
      loading={isFetching}
      options={(data?.records ?? []).map(({ id, name, verified }) => ({ value: id, label: verified ? name : `${name}（待核对）` }))}
      onChange={(id: number) => {
        const chosen = data?.records.find((one) => one.id === id);
        if (chosen) onPick({ problems: chosen.problems, goals: chosen.goals, interventions: chosen.interventions });
      }}
    />
  );
}

interface Props {
  /** The plan that is changed; null: a new one. */
  plan: Plan | null;
  /** Of a new one. */
  person?: { id: number; name: string };
  onSaved?: (() => void) | undefined;
  onClose: () => void;
}

export function PlanEditor({ plan, person, onSaved, onClose }: Props) {
  const [form] = Form.useForm<Values & { oldmanName: string }>();
  const [filled, setFilled] = useState(false);
  const save = useSend(carePlans.save, {
    changes: [carePlans.page, carePlans.get, careTasks.page, careTasks.figures],
    once: true,
    onSuccess: () => {
      onSaved?.();
      onClose();
    },
  });
  const running = plan?.state === planStates.running;
  const today = formatTime(serverNow(), 'yyyy-MM-dd');
  const send = async (now: boolean) => {
    try {
      await form.validateFields();
    } catch {
      // The fields say what is missing.
      return;
    }
    const { oldmanName: _name, ...values } = form.getFieldsValue(true) as Values & { oldmanName: string };
    save.mutate({
      ...values,
      ...(plan ? { id: plan.id, version: plan.version } : {}),
      startDay: now ? (values.startDay ?? today) : null,
    });
  };
  const begin = plan
    ? {
        oldmanId: plan.oldmanId,
        oldmanName: plan.oldmanName,
        problems: plan.problems,
        goals: plan.goals,
        interventions: plan.interventions,
        nextReviewDay: plan.nextReviewDay > today ? plan.nextReviewDay : null,
        consentName: running ? null : plan.consentName,
        consentDay: running ? null : plan.consentDay,
        remarks: plan.remarks,
        startDay: today,
      }
    : { oldmanId: person?.id, oldmanName: person?.name, problems: [], goals: [], interventions: [], startDay: today };
  return (
    <SideDrawer
      title={plan === null ? '新增照护计划' : running ? `修改${plan.oldmanName}的照护计划` : `编辑${plan.oldmanName}的照护计划草稿`}
      open
      size="large"
      onClose={onClose}
      isDirty={() => filled || form.isFieldsTouched()}
      confirmLabel="保存并执行"
      confirming={save.isPending}
      onConfirm={() => void send(true)}
      extra={
        <Button loading={save.isPending} onClick={() => void send(false)}>
          保存草稿
        </Button>
      }
    >
      {running && (
        <Alert
          className="ca-note"
          type="info"
          showIcon
          title={`保存后成为新版本，从开始日期起替代第${plan.serial}版；已登记的照护任务不变`}
        />
      )}
      <ContractForm route={carePlans.save} form={form} initialValues={begin}>
        {plan === null && person === undefined ? (
          <Field name="oldmanId">
            <ResidentField />
          </Field>
        ) : (
          <>
            <Form.Item label={titleOf(carePlanLabels, 'oldmanId')}>{plan?.oldmanName ?? person?.name}</Form.Item>
            <Carried name="oldmanId" />
          </>
        )}
        {plan === null && (
          <Form.Item label="从模板新增">
            <TemplateSelect
              onPick={(parts) => {
                form.setFieldsValue(parts as never);
                setFilled(true);
              }}
            />
          </Form.Item>
        )}
        <PartsFields />
        <Field name="startDay" extra="执行从这一天起；选今天时立即开始">
          <Day notBefore={today} />
        </Field>
        <Field name="nextReviewDay" extra="不填时按系统设置的复核周期">
          <Day notBefore={today} />
        </Field>
        <Field name="consentName" extra="家属或本人同意照护计划时填写">
          <Input maxLength={20} />
        </Field>
        <Field name="consentDay">
          <Day notAfter={today} />
        </Field>
        <Field name="remarks" wide>
          <Input.TextArea maxLength={300} autoSize={{ minRows: 2 }} />
        </Field>
        <Carried name="oldmanName" />
      </ContractForm>
    </SideDrawer>
  );
}

/** /management/managevisitplan/add: a new plan of visits; with `?id=` one that is changed. */
import { Button, Form, Skeleton } from 'antd';
import { useSearchParams } from 'react-router';
import type { Input } from '#contract/http.ts';
import { defaultItems } from '#contract/visits/visit-plans.rules.ts';
import { closedVisitPlan, visitPlanStates } from '#contract/visits/visit-plan-commands.rules.ts';
import { visitPlans } from '#contract/visits/visit-plans.ts';
import { dayOf } from '#contract/time.ts';
import { useCall, useSend } from '#web/api/call.ts';
import { serverNow } from '#web/api/server-clock.ts';
import { VISIT_PLANS, visitPlanAddress } from '#web/shell/addresses.ts';
import { go } from '#web/shell/go.ts';
import { MissingPage } from '#web/shell/missing-page.tsx';
import { useTab, useTabLabel } from '#web/shell/tab-context.ts';
import { ContractForm } from '#web/ui/form.tsx';
import { useMay } from '#web/ui/may.ts';
import { useUnsaved } from '#web/ui/unsaved.ts';
import { PlanFields } from './plan-fields.tsx';
import { changes, type Plan } from './visit-calls.ts';
import './visits.css';

type Values = Omit<Input<typeof visitPlans.create>, 'start'>;

const RULE = ['tags', 'minAge', 'careLevels', 'serviceType', 'departmentId'] as const;

/** What the form holds, as the call takes it: a rule that is switched off says nothing. */
function inputOf(values: Values): Values {
  const filled = { ...values, endsOn: values.endsOn ?? null };
  if (values.byRule) return { ...filled, minAge: values.minAge ?? null, serviceType: values.serviceType ?? null };
  return { ...filled, ...Object.fromEntries(RULE.map((name) => [name, name === 'tags' || name === 'careLevels' ? [] : null])) };
}

function PlanForm({ plan }: { plan: Plan | null }) {
  const [form] = Form.useForm<Values>();
  const { close } = useTab();
  const done = (id: number) => {
    close();
    go(visitPlanAddress(id));
  };
  const create = useSend(visitPlans.create, { ...changes, once: true, onSuccess: done });
  const update = useSend(visitPlans.update, { ...changes, onSuccess: (_, { id }) => done(Number(id)) });
  const sent = create.isSuccess || update.isSuccess;
  useUnsaved(true, () => form.isFieldsTouched() && !sent);
  const save = async (start: boolean) => {
    await form.validateFields();
    const input = inputOf(form.getFieldsValue(true) as Values);
    if (plan) update.mutate({ ...input, id: plan.id, version: plan.version });
    else create.mutate({ ...input, start });
  };
  const press = (start: boolean) => () => void save(start).catch(() => form.submit());
  const initial: Partial<Values> = plan ?? {
    way: 1,
    frequency: 2,
    every: 1,
    weekdays: [1],
    monthDays: [1],
    startsOn: dayOf(serverNow()),
    daysAllowed: 2,
    byRule: true,
    serviceType: 2,
    people: [],
    visitorIds: [],
    items: [...defaultItems],
  };
  return (
    <section className="y-page-card">
      <ContractForm route={visitPlans.create} form={form} initialValues={initial}>
        <PlanFields />
      </ContractForm>
      <footer className="vi-foot">
        <Button onClick={() => go(plan ? visitPlanAddress(plan.id) : VISIT_PLANS)}>取消</Button>
        <Button type={plan ? 'primary' : 'default'} loading={update.isPending || create.isPending} onClick={press(false)}>
          {plan === null ? '存为草稿' : plan.state === visitPlanStates.active ? '保存并更新任务' : '保存'}
        </Button>
        {plan === null && (
          <Button type="primary" loading={create.isPending} onClick={press(true)}>
            保存并开始
          </Button>
        )}
      </footer>
    </section>
  );
}

function Changed({ id }: { id: number }) {
  const { data: plan, isError, error, refetch } = useCall(visitPlans.get, { id }, { quiet: true });
  useTabLabel(plan && `编辑 ${plan.name}`);
  if ((isError && (!plan || error.status === 404)) || (plan && closedVisitPlan(plan, 'edit') !== null))
    return <MissingPage error={error} noun="可修改的探访计划" back={VISIT_PLANS} onRetry={() => void refetch()} />;
  if (!plan) return <Skeleton active paragraph={{ rows: 8 }} />;
  return <PlanForm key={plan.id} plan={plan} />;
}

export default function PlanPage() {
  const may = useMay();
  const [params] = useSearchParams();
  const id = Number(params.get('id'));
  const editing = Number.isSafeInteger(id) && id > 0;
  if (!may(editing ? visitPlans.update : visitPlans.create))
    return <MissingPage error={null} noun="探访计划" back={VISIT_PLANS} onRetry={() => go(VISIT_PLANS)} />;
  return <div className="y-page-width">{editing ? <Changed id={id} /> : <PlanForm plan={null} />}</div>;
}

/** 新增周期工单 and 编辑周期工单. */
import { DAY } from '#contract/time.ts';
import { Alert, Checkbox, Form, Input, InputNumber, Segmented, Select, Skeleton, type FormInstance } from 'antd';
import { useRef, useState } from 'react';
import { personPackages } from '#contract/elderly/person-packages.ts';
import { workOrderPlans } from '#contract/work-orders/work-order-plans.ts';
import { frequencyLabels, holidayModes } from '#contract/work-orders/work-order-plans.rules.ts';
import { payTypeOffered } from '#contract/work-orders/work-orders.rules.ts';
import { workOrders } from '#contract/work-orders/work-orders.ts';
import { titleOf } from '#contract/labels.ts';
import { workOrderPlanLabels } from '#contract/work-orders/work-order-plans.labels.ts';
import { useCall, useSend } from '#web/api/call.ts';
import { Day } from '#web/ui/day.tsx';
import { DictionarySelect } from '#web/ui/dictionary.tsx';
import { formatTime } from '#web/ui/display.ts';
import { SideDrawer } from '#web/ui/drawer.tsx';
import { ContractForm, labelledField, FormSection } from '#web/ui/form.tsx';
import { PersonPicker } from '#web/ui/person-picker.tsx';
import { useMay } from '#web/ui/may.ts';
import { PickField } from '#web/ui/pick-field.tsx';
import { useDictionary } from '#web/ui/use-dictionary.ts';
import { newPlan, newPlanFor, ofPlan, ruleOf, toInput, type PlanValues } from './plan-form.ts';
import { PlanJobs } from './plan-jobs.tsx';
import { CANCELS } from './plan-step.tsx';
import { useProjects } from './project-select.tsx';
import './plans.css';

const Field = labelledField(workOrderPlanLabels);

const WEEKDAYS = ['一', '二', '三', '四', '五', '六', '日'].map((name, index) => ({ value: index + 1, label: `周${name}` }));
const MONTH_DAYS = Array.from({ length: 31 }, (_, index) => ({ value: index + 1, label: `${index + 1}日` }));
const FREQUENCIES = Object.entries(frequencyLabels).map(([value, label]) => ({ value: Number(value), label }));
const HOLIDAY_MODES = Object.entries(holidayModes).map(([value, label]) => ({ value: Number(value), label }));
const UNITS = ['', '天', '周', '个月'];

interface PersonProps {
  id?: string;
  value?: PlanValues['person'];
  onChange?: (person: PlanValues['person']) => void;
}
function PersonField({ id, value, onChange }: PersonProps) {
  return (
    <PickField
      id={id}
      text={value?.name ?? ''}
      placeholder="请选择服务对象"
      renderList={(list) => (
        <PersonPicker {...list} onPick={({ id: personId, userName }) => onChange?.({ id: personId, name: userName })} />
      )}
    />
  );
}

/** The next days as they would be, while the rule is being set. */
function Preview({ form }: { form: FormInstance<PlanValues> }) {
  // Watched for its changes, and read whole.
  Form.useWatch([], form);
  const rule = ruleOf(form.getFieldsValue(true) as PlanValues);
  const query = useCall(workOrderPlans.preview, rule ?? ({} as never), { enabled: rule !== null, quiet: true });
  if (rule === null) return <span className="y-missing">选择周期和日期后显示</span>;
  if (query.isError) return <Alert type="warning" showIcon title={query.error.message} />;
  if (!query.data) return <Skeleton active title={false} paragraph={{ rows: 1 }} />;
  const shown = query.data.slice(0, 12);
  return shown.length === 0 ? (
    <span className="y-missing">没有符合条件的日期</span>
  ) : (
    <ul className="y-plan-preview">
      {shown.map(({ day, on, holiday }) => (
        <li key={day} data-out={on === null || undefined} title={holiday ?? undefined}>
          {day.slice(5)}
          {on !== null && on !== day && ` → ${on.slice(5)}`} {holiday}
        </li>
      ))}
    </ul>
  );
}

function Rhythm({ form }: { form: FormInstance<PlanValues> }) {
  const frequency = Form.useWatch('frequency', form) ?? 2;
  return (
    <>
      <Field name="frequency">
        <Segmented options={FREQUENCIES} />
      </Field>
      <Field name="every">
        <InputNumber min={1} max={99} precision={0} prefix="每" suffix={UNITS[frequency]} />
      </Field>
      {frequency === 2 && (
        <Form.Item
          name="weekdays"
          label={titleOf(workOrderPlanLabels, 'weekdays')}
          className="y-form-wide"
          rules={[{ required: true, type: 'array', min: 1, message: '请选择星期' }]}
        >
          <Checkbox.Group options={WEEKDAYS} />
        </Form.Item>
      )}
      {frequency === 3 && (
        <Form.Item
          name="monthDays"
          label={titleOf(workOrderPlanLabels, 'monthDays')}
          className="y-form-wide"
          extra="当月没有的日期按最后一天"
          rules={[{ required: true, type: 'array', min: 1, message: '请选择日期' }]}
        >
          <Select mode="multiple" options={MONTH_DAYS} placeholder="请选择日期" />
        </Form.Item>
      )}
      <Field name="startsOn" required>
        <Day />
      </Field>
      <Field name="endsOn" extra="不填为长期">
        <Day />
      </Field>
      <Field name="holidayMode" label="遇节假日" extra="节假日在“照护 / 节假日”中设置">
        <Select options={HOLIDAY_MODES} />
      </Field>
      <Field name="daysAhead">
        <InputNumber min={1} max={60} precision={0} suffix="天" />
      </Field>
      <Form.Item label="预览" className="y-form-wide">
        <Preview form={form} />
      </Form.Item>
    </>
  );
}

function PlanForm({ id, initial, version, onClose }: { id: number | null; initial: PlanValues; version: number; onClose: () => void }) {
  const [form] = Form.useForm<PlanValues>();
  const projects = useProjects();
  const dirty = useRef(false);
  const [anew, setAnew] = useState(true);
  const { options } = useDictionary('pay_type');
  const payTypes = options.map(({ value, label }) => ({ value: Number(value), label })).filter(({ value }) => payTypeOffered(value));
  const changes = [workOrderPlans.page, workOrderPlans.days, workOrders.page];
  const create = useSend(workOrderPlans.create, { changes, onSuccess: onClose });
  const update = useSend(workOrderPlans.update, { changes, onSuccess: onClose });
  const submit = () => {
    const input = toInput(form.getFieldsValue(true) as PlanValues);
    if (id === null) create.mutate(input);
    else update.mutate({ ...input, id, version, cancelFuture: anew });
  };
  return (
    <SideDrawer
      title={id === null ? '新增周期工单' : '编辑周期工单'}
      open
      size="large"
      onClose={onClose}
      isDirty={() => dirty.current}
      confirmLabel="保存"
      confirming={create.isPending || update.isPending}
      onConfirm={() => form.submit()}
      extra={
        id !== null && (
          <Checkbox checked={anew} onChange={({ target }) => setAnew(target.checked)}>
            {CANCELS}，按新计划重新生成
          </Checkbox>
        )
      }
    >
      <ContractForm
        route={workOrderPlans.create}
        form={form}
        initialValues={initial}
        onValuesChange={() => void (dirty.current = true)}
        onSubmit={submit}
      >
        <FormSection title="基本信息">
          <Field name="name">
            <Input maxLength={40} placeholder="如 王奶奶每周助浴" />
          </Field>
          <Form.Item name="person" label="服务对象" rules={[{ required: true, message: '请选择服务对象' }]}>
            <PersonField />
          </Form.Item>
          <Field name="emergencyType">
            <DictionarySelect type="emergency_type" numeric allowClear={false} />
          </Field>
          <Field name="payType">
            <Select options={payTypes} />
          </Field>
          <Field name="remarks" wide>
            <Input maxLength={100} placeholder="写到每一张工单上" />
          </Field>
        </FormSection>
        <FormSection title="服务清单">
          <PlanJobs projects={projects} />
        </FormSection>
        <FormSection title="周期">
          <Rhythm form={form} />
        </FormSection>
      </ContractForm>
    </SideDrawer>
  );
}

interface Props {
  /** Null for a new one. */
  id: number | null;
  /** Whom a new one is for. */
  person?: { id: number; userName: string } | undefined;
  onClose: () => void;
}

/** A new plan for a person: named after them, with what the package that they hold gives. */
function PlanFor({ person, tomorrow, onClose }: { person: NonNullable<Props['person']>; tomorrow: string; onClose: () => void }) {
  const may = useMay();
  const held = useCall(
    personPackages.ofPerson,
    { id: person.id, usable: true },
    { enabled: may(personPackages.ofPerson), quiet: true, staleTime: 0 },
  );
  if (held.isLoading)
    return (
      <SideDrawer title="新增周期工单" open size="large" onClose={onClose}>
        <Skeleton active paragraph={{ rows: 8 }} />
      </SideDrawer>
    );
  return <PlanForm id={null} version={0} initial={newPlanFor(person, held.data ?? [], tomorrow)} onClose={onClose} />;
}

export function PlanDrawer({ id, person, onClose }: Props) {
  const [tomorrow] = useState(() => formatTime(Date.now() + DAY, 'yyyy-MM-dd'));
  const query = useCall(
    workOrderPlans.get,
    { id: id ?? 0 },
    { enabled: id !== null, staleTime: 0, gcTime: 0, refetchOnWindowFocus: false },
  );
  if (id === null && person) return <PlanFor person={person} tomorrow={tomorrow} onClose={onClose} />;
  if (id === null) return <PlanForm id={null} version={0} initial={newPlan(tomorrow)} onClose={onClose} />;
  if (query.data) return <PlanForm id={id} version={query.data.version} initial={ofPlan(query.data)} onClose={onClose} />;
  return (
    <SideDrawer title="编辑周期工单" open size="large" onClose={onClose}>
      {query.isError ? <Alert type="error" showIcon title={query.error.message} /> : <Skeleton active paragraph={{ rows: 8 }} />}
    </SideDrawer>
  );
}

export default PlanDrawer;

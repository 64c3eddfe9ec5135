/** 服务包: the package of the person that covers a job, and which of its projects. */
import { Form, Select } from 'antd';
import { personPackages } from '#contract/elderly/person-packages.ts';
import { useCall } from '#web/api/call.ts';
import { useMay } from '#web/ui/may.ts';
import type { JobValues } from './job-values.ts';
import { choiceText, packageChoices, projectWith, type PackageChoice } from './package-choices.ts';
import type { OrderValues, Served } from './work-order-form.ts';

/** The packages that the job at `name` may be covered by; null while nobody is served yet or they are on their way. */
export function usePackages(name: number, wanted: boolean) {
  const form = Form.useFormInstance<OrderValues>();
  const may = useMay()(personPackages.ofPerson);
  const person = Form.useWatch('person', form) as Served | undefined;
  const serverTime = Form.useWatch(['jobs', name, 'serverTime'], form) as string | undefined;
  const jobs = (Form.useWatch('jobs', form) ?? []) as (JobValues | undefined)[];
  const query = useCall(
    personPackages.ofPerson,
    { id: person?.id ?? 0, usable: true, ...(serverTime ? { serverTime } : {}) },
    { enabled: wanted && may && person !== undefined, quiet: true, staleTime: 30_000 },
  );
  // Watched values lack what has no field of its own.
  const whole = jobs.map((_job, index) => form.getFieldValue(['jobs', index]) as JobValues | undefined);
  const choices = query.data ? packageChoices(query.data, whole, name) : null;
  const hint = !may
    ? '没有查看服务包的权限'
    : person === undefined
      ? '请先选择服务对象'
      : query.isError
        ? query.error.message
        : choices?.length === 0
          ? '该服务对象没有可用的服务包'
          : null;
  return { choices, hint, reading: query.isFetching };
}

interface Props {
  name: number;
  kept: JobValues | undefined;
  fixed: boolean;
}

interface ChoiceProps {
  id?: string;
  value?: number;
  onChange?: (packageId: number | undefined) => void;
  choices: readonly PackageChoice[] | null;
  reading: boolean;
  disabled: boolean;
}

function ChoiceSelect({ id, value, onChange, choices, reading, disabled }: ChoiceProps) {
  return (
    <Select
      id={id}
      // A package that is not on offer any more shows nothing rather than its number.
      value={choices?.some((choice) => choice.id === value) ? value : undefined}
      onChange={(packageId: number | undefined) => onChange?.(packageId)}
      options={(choices ?? []).map((choice) => ({ value: choice.id, label: choiceText(choice) }))}
      disabled={disabled}
      loading={reading}
      placeholder="请选择服务包"
      notFoundContent="暂无可用服务包"
      allowClear
    />
  );
}

interface CoveredProps {
  id?: string;
  value?: number;
  onChange?: (projectId: number) => void;
  chosen: PackageChoice | undefined;
}

function CoveredSelect({ id, value, onChange, chosen }: CoveredProps) {
  const projects = chosen?.projects ?? [];
  return (
    <Select
      id={id}
      value={projects.some(({ projectId }) => projectId === value) ? value : undefined}
      onChange={(projectId: number) => onChange?.(projectId)}
      options={projects.map(({ projectId, projectName, left }) => ({ value: projectId, label: `${projectName}（余${left}次）` }))}
      placeholder={chosen ? '请选择服务项目' : '请先选择服务包'}
      notFoundContent="请先选择服务包"
    />
  );
}

/** Instead of the tree: the package, and of a new job the project among those that it covers. */
export function PackageFields({ name, kept, fixed }: Props) {
  const form = Form.useFormInstance();
  const { choices, hint, reading } = usePackages(name, !fixed);
  const packageId = Form.useWatch(['jobs', name, 'packageId'], form) as number | undefined;
  if (fixed) {
    return (
      <Form.Item label="服务包">
        <output>{kept?.packageName}</output>
      </Form.Item>
    );
  }
  const chosen = choices?.find(({ id }) => id === packageId);
  const choose = (id: number | undefined) => {
    if (kept) return;
    const field = ['jobs', name, 'serverProjectId'];
    form.setFieldValue(
      field,
      projectWith(
        choices?.find((choice) => choice.id === id),
        form.getFieldValue(field) as number | undefined,
      ),
    );
  };
  return (
    <>
      <Form.Item
        name={[name, 'packageId']}
        label="服务包"
        extra={hint}
        getValueFromEvent={(id: number | undefined) => {
          choose(id);
          return id;
        }}
        rules={[
          {
            required: true,
            // What was chosen may be used up, or end before a later date.
            validator: (_rule, value: number | undefined) =>
              value !== undefined && (choices === null || choices.some(({ id }) => id === value))
                ? Promise.resolve()
                : Promise.reject(new Error('请选择服务包')),
          },
        ]}
      >
        <ChoiceSelect choices={choices} reading={reading} disabled={false} />
      </Form.Item>
      {!kept && (
        <Form.Item name={[name, 'serverProjectId']} label="服务项目" rules={[{ required: true, message: '请选择工单服务项目' }]}>
          <CoveredSelect chosen={chosen} />
        </Form.Item>
      )}
    </>
  );
}

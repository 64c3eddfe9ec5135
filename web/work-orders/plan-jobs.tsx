/** 服务清单 of a recurring order: what is done each time, when, by whom, and how it is paid. */
import { CLOCK } from '#contract/time.ts';
import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Form, Select } from 'antd';
import { useState } from 'react';
import { personPackages } from '#contract/elderly/person-packages.ts';
import { useCall } from '#web/api/call.ts';
import { formatTime } from '#web/ui/display.ts';
import { useMay } from '#web/ui/may.ts';
import { CarerField, type Carer } from './carer-field.tsx';
import { ClockField } from './clock-field.tsx';
import { firstVisit, type PlanValues } from './plan-form.ts';
import { ProjectSelect, type Projects } from './project-select.tsx';

const MOST = 10;
/** Priced by the job: no package. */
const NONE = 0;
const GONE = '原服务包不可用，请重新选择';

/** The person's packages with the project of the job. */
function PackageSelect({ name, ...field }: { name: number; id?: string; value?: number | null; onChange?: (id: number | null) => void }) {
  const form = Form.useFormInstance<PlanValues>();
  const may = useMay();
  const person = Form.useWatch('person', form);
  const projectId = Form.useWatch(['jobs', name, 'serverProjectId'], form) as number | undefined;
  const query = useCall(
    personPackages.ofPerson,
    { id: person?.id ?? 0, usable: true },
    { enabled: person !== undefined && may(personPackages.ofPerson), quiet: true },
  );
  const options = (query.data ?? [])
    .filter(({ projects }) => projects.some((project) => project.projectId === projectId))
    .map(({ id, packageName }) => ({ value: id, label: packageName }));
  // What is sent is what is seen: a package that is used up, another person's, or not
  // for this project is named until another choice is made.
  const gone =
    field.value && !options.some(({ value }) => value === field.value) ? [{ value: field.value, label: query.data ? GONE : '服务包' }] : [];
  return (
    <Select
      id={field.id}
      value={field.value || NONE}
      onChange={(id: number | null | undefined) => field.onChange?.(id || null)}
      options={[{ value: NONE, label: '按次收费' }, ...options, ...gone]}
      status={gone.length > 0 && query.data ? 'error' : ''}
    />
  );
}

interface PlanCarerProps {
  name: number;
  id?: string;
  value?: Carer | null;
  onChange?: (carer: Carer | null) => void;
}

/** Ranked for the first visit of the plan, as soon as person and time are known. */
function PlanCarer({ name, ...field }: PlanCarerProps) {
  const [today] = useState(() => formatTime(Date.now(), 'yyyy-MM-dd'));
  const form = Form.useFormInstance<PlanValues>();
  const person = Form.useWatch('person', form);
  const startsOn = Form.useWatch('startsOn', form);
  const projectId = Form.useWatch(['jobs', name, 'serverProjectId'], form) as number | undefined;
  const time = Form.useWatch(['jobs', name, 'time'], form) as string | undefined;
  return <CarerField {...field} ranking={firstVisit({ personId: person?.id, projectId, startsOn, time }, today)} />;
}

export function PlanJobs({ projects }: { projects: Projects }) {
  return (
    <Form.List name="jobs">
      {(fields, { add, remove }) => (
        <div className="y-plan-jobs y-form-wide">
          {fields.map(({ key, name }) => (
            <div key={key} className="y-plan-job" role="group" aria-label={`服务 ${name + 1}`}>
              <Form.Item label="服务项目" name={[name, 'serverProjectId']} rules={[{ required: true, message: '请选择工单服务项目' }]}>
                <ProjectSelect projects={projects} />
              </Form.Item>
              <Form.Item label="服务时间" name={[name, 'time']} rules={[{ required: true, pattern: CLOCK, message: '请选择时间' }]}>
                <ClockField />
              </Form.Item>
              <Form.Item label="服务人员" name={[name, 'carer']}>
                <PlanCarer name={name} />
              </Form.Item>
              <Form.Item label="收费方式" name={[name, 'serverPackageId']}>
                <PackageSelect name={name} />
              </Form.Item>
              {fields.length > 1 && (
                <Button
                  type="text"
                  danger
                  icon={<DeleteOutlined aria-hidden />}
                  aria-label={`删除服务 ${name + 1}`}
                  onClick={() => remove(name)}
                />
              )}
            </div>
          ))}
          <Button type="dashed" icon={<PlusOutlined aria-hidden />} onClick={() => add({ time: '09:00' })} disabled={fields.length >= MOST}>
            添加服务
          </Button>
        </div>
      )}
    </Form.List>
  );
}

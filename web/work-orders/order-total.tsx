/** 合计 of the drawer: what its services cost together, as it is typed. */
import { Form, type FormInstance } from 'antd';
import { yuan } from '#web/ui/display.ts';
import { totalYuan, type JobValues } from './job-values.ts';
import type { Projects } from './project-select.tsx';
import type { OrderValues } from './work-order-form.ts';

export function OrderTotal({ form, projects }: { form: FormInstance<OrderValues>; projects: Projects }) {
  // Watched for its changes; read whole, because a job keeps more than its fields.
  Form.useWatch('jobs', form);
  const jobs = (form.getFieldValue('jobs') ?? []) as JobValues[];
  return (
    <output className="y-order-total" aria-label="合计">
      合计 <b>{yuan(totalYuan(jobs, projects.byId))}</b>
    </output>
  );
}

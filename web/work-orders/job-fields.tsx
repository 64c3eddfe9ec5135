/** The fields of one job of an order, inside its tab. */
import { Form, Input } from 'antd';
import { useState } from 'react';
import { jobLocked, jobStatus, orderStatusLabels } from '#contract/work-orders/work-orders.rules.ts';
import { toYuan } from '#contract/fields.ts';
import { showMessage } from '#web/api/messages.ts';
import { yuan } from '#web/ui/display.ts';
import { CarerField } from './carer-field.tsx';
import { ProjectSelect, type Projects } from './project-select.tsx';
import { TimeField } from './time-field.tsx';
import { firstDay, priceOf, type JobValues, type Served } from './work-order-form.ts';

const MAX_REMARKS = 100;

interface Props {
  /** Index in the list of jobs. */
  name: number;
  /** As it was read; undefined for a new one. */
  kept: JobValues | undefined;
  projects: Projects;
  person: () => Served | undefined;
}

/** Price and minutes of the chosen project: to be read, not to be typed. */
function Price({ name, projects }: { name: number; projects: Projects }) {
  const form = Form.useFormInstance();
  const projectId = Form.useWatch(['jobs', name, 'serverProjectId'], form) as number | undefined;
  const job = (form.getFieldValue(['jobs', name]) ?? {}) as JobValues;
  const minutes = projects.byId.get(projectId ?? 0)?.minutes;
  if (job.packageId) return <output>套餐抵扣（{yuan(0)}）</output>;
  if (projectId === undefined && job.priceFen === undefined) return <output className="y-missing">选择项目后显示</output>;
  return (
    <output>
      <b>{yuan(toYuan(priceOf(job, projects.byId)))}</b>
      {minutes ? ` / ${minutes} 分钟` : ''}
    </output>
  );
}

export function JobFields({ name, kept, projects, person }: Props) {
  const [from] = useState(() => firstDay(Date.now()));
  const locked = kept?.status !== undefined && jobLocked(kept.status);
  const over = kept?.status === jobStatus.finished || kept?.status === jobStatus.cancelled;
  const hasPerson = () => {
    if (person()) return true;
    showMessage('warning', '请先选择服务对象');
    return false;
  };
  return (
    <div className="y-form-grid">
      {kept?.status !== undefined && (
        <p className="y-order-hint y-form-wide">
          {orderStatusLabels[kept.status]}
          {locked ? '，时间和服务人员不能修改' : '，服务项目不能更换'}
        </p>
      )}
      {kept?.id === undefined ? (
        <Form.Item name={[name, 'serverProjectId']} label="服务项目" rules={[{ required: true, message: '请选择工单服务项目' }]}>
          <ProjectSelect projects={projects} />
        </Form.Item>
      ) : (
        <Form.Item label="服务项目">
          <output>{kept.name}</output>
        </Form.Item>
      )}
      <Form.Item label="价格">
        <Price name={name} projects={projects} />
      </Form.Item>
      <Form.Item name={[name, 'serverTime']} label="服务时间" rules={[{ required: true, message: '请选择时间' }]}>
        <TimeField disabled={locked || over} from={from} />
      </Form.Item>
      <Form.Item name={[name, 'carer']} label="服务人员">
        <CarerField disabled={locked || over} before={hasPerson} />
      </Form.Item>
      <Form.Item name={[name, 'remarks']} label="备注" className="y-form-wide" rules={[{ max: MAX_REMARKS, message: `长度不能超过${MAX_REMARKS}个字符` }]}>
        <Input.TextArea maxLength={MAX_REMARKS} showCount rows={2} placeholder="请输入备注" />
      </Form.Item>
    </div>
  );
}

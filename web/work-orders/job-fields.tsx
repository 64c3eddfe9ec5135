/** The fields of one job of an order, inside its tab. */
import { Form, Input, Segmented } from 'antd';
import { useState } from 'react';
import { orderStatusLabels } from '#contract/work-orders/work-orders.rules.ts';
import { toYuan } from '#contract/fields.ts';
import { showMessage } from '#web/api/messages.ts';
import { yuan } from '#web/ui/display.ts';
import { FilesUpload } from '#web/ui/upload.tsx';
import { jobFile } from '#web/ui/upload-rules.ts';
import { UploadItem } from '#web/ui/upload-wait.tsx';
import type { Ranking } from './board-candidates.tsx';
import { CarerField } from './carer-field.tsx';
import { PackageFields } from './job-package.tsx';
import { JobParts } from './job-parts.tsx';
import { isFixed, priceOf, type JobValues, type JobWay } from './job-values.ts';
import { ProjectFields } from './project-fields.tsx';
import type { Projects } from './project-select.tsx';
import { TimeField } from './time-field.tsx';
import { firstDay, type Served } from './work-order-form.ts';

const MAX_REMARKS = 100;
const MOST_FILES = 20;

const WAYS = [
  { value: 'first', label: '按次' },
  { value: 'second', label: '服务包' },
];

interface Props {
  /** Index in the list of jobs. */
  name: number;
  /** As it was read; undefined for a new one. */
  kept: JobValues | undefined;
  projects: Projects;
  person: () => Served | undefined;
}

/** Price and minutes of the chosen project: to be read, not to be typed. */
function Price({ name, way, projects }: { name: number; way: JobWay; projects: Projects }) {
  const form = Form.useFormInstance();
  const projectId = Form.useWatch(['jobs', name, 'serverProjectId'], form) as number | undefined;
  const job = (form.getFieldValue(['jobs', name]) ?? {}) as JobValues;
  const minutes = projects.byId.get(projectId ?? 0)?.minutes;
  const spent = minutes ? ` / ${minutes} 分钟` : '';
  if (way === 'second')
    return (
      <output>
        服务包抵扣（{yuan(0)}）{spent}
      </output>
    );
  if (projectId === undefined && job.priceFen === undefined) return <output className="y-missing">选择项目后显示</output>;
  return (
    <output>
      <b>{yuan(toYuan(priceOf(job, projects.byId)))}</b>
      {spent}
    </output>
  );
}

interface Planned {
  projectId: number | undefined;
  personId: number | undefined;
  time: string | undefined;
}

/** Whom staff are ranked for: a job that exists, at the time that is chosen; a new one as soon as person and time are known. */
function rankingOf(jobId: number | undefined, { projectId, personId, time }: Planned): Ranking | null {
  if (jobId !== undefined) return { jobId, ...(time ? { at: time } : {}) };
  return personId && time ? { oldmanId: personId, serverTime: time, ...(projectId ? { serverProjectId: projectId } : {}) } : null;
}

const nothingOf = (status: number) => `${orderStatusLabels[status]}，时间、服务人员、耗材和问卷不能修改`;

export function JobFields({ name, kept, projects, person }: Props) {
  const [from] = useState(() => firstDay(Date.now()));
  const form = Form.useFormInstance();
  const way = (Form.useWatch(['jobs', name, 'activeName'], form) ?? 'first') as JobWay;
  const status = (Form.useWatch(['jobs', name, 'status'], { form, preserve: true }) ?? kept?.status) as number | undefined;
  const fixed = isFixed(status === undefined ? {} : { status });
  const projectId = Form.useWatch(['jobs', name, 'serverProjectId'], form) as number | undefined;
  const time = Form.useWatch(['jobs', name, 'serverTime'], form) as string | undefined;
  const ranking = rankingOf(kept?.id, { projectId, personId: person()?.id, time });
  const hasPerson = () => {
    if (person()) return true;
    showMessage('warning', '请先选择服务对象');
    return false;
  };
  return (
    <div className="y-form-grid">
      {status !== undefined && (
        <p className="y-order-hint y-form-wide">{fixed ? nothingOf(status) : `${orderStatusLabels[status]}，服务项目不能更换`}</p>
      )}
      <Form.Item name={[name, 'activeName']} label="计费方式" className="y-form-wide">
        <Segmented options={WAYS} disabled={fixed} />
      </Form.Item>
      {way === 'second' && <PackageFields name={name} kept={kept} fixed={fixed} />}
      {kept ? (
        <Form.Item label="服务项目">
          <output>{kept.name}</output>
        </Form.Item>
      ) : (
        way === 'first' && <ProjectFields name={name} projects={projects} />
      )}
      <Form.Item label="价格">
        <Price name={name} way={way} projects={projects} />
      </Form.Item>
      <Form.Item name={[name, 'serverTime']} label="服务时间" rules={[{ required: true, message: '请选择时间' }]}>
        <TimeField disabled={fixed} from={from} />
      </Form.Item>
      <Form.Item name={[name, 'carer']} label="服务人员">
        <CarerField disabled={fixed} before={hasPerson} ranking={ranking} />
      </Form.Item>
      <JobParts name={name} isNew={kept === undefined} fixed={fixed} />
      <UploadItem name={[name, 'files']} label="附件" className="y-form-wide">
        <FilesUpload rule={jobFile} most={MOST_FILES} />
      </UploadItem>
      <Form.Item
        name={[name, 'remarks']}
        label="备注"
        className="y-form-wide"
        rules={[{ max: MAX_REMARKS, message: `长度不能超过${MAX_REMARKS}个字符` }]}
      >
        <Input.TextArea maxLength={MAX_REMARKS} showCount rows={2} placeholder="请输入备注" />
      </Form.Item>
    </div>
  );
}

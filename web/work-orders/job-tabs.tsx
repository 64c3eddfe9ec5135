/** 服务清单: one tab per job. Existing jobs stay; only new ones can be taken out again. */
import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Empty, Form, Spin, Tabs } from 'antd';
import { useState } from 'react';
import { Confirm } from '#web/ui/confirm.tsx';
import { JobFields } from './job-fields.tsx';
import { JOB_ENDINGS, type JobEnding } from './order-actions.ts';
import { newJob, type JobValues } from './job-values.ts';
import type { Projects } from './project-select.tsx';
import type { Served } from './work-order-form.ts';

/** Specification 2, section 9. */
const ADDING_MS = 500;

function TabTitle({ name, projects }: { name: number; projects: Projects }) {
  const form = Form.useFormInstance();
  const projectId = Form.useWatch(['jobs', name, 'serverProjectId'], form) as number | undefined;
  const kept = form.getFieldValue(['jobs', name, 'name']) as string | undefined;
  return <>{kept ?? projects.byId.get(projectId ?? 0)?.name ?? `服务 ${name + 1}`}</>;
}

interface Props {
  projects: Projects;
  /** The jobs as they were read, by index. */
  kept: readonly JobValues[];
  active: number;
  onActive: (index: number) => void;
  onChanged: () => void;
  person: () => Served | undefined;
  /** What may be done with an existing job alone. */
  endingsOf: (job: JobValues) => readonly JobEnding[];
  onEnding: (ending: JobEnding, jobId: number) => void;
}

/** 暂停此服务, 继续此服务, 取消此服务 of an existing job. */
function Endings({ job, endingsOf, onEnding }: { job: JobValues } & Pick<Props, 'endingsOf' | 'onEnding'>) {
  return endingsOf(job).map((ending) => (
    <Button key={ending} size="small" type="text" danger={ending === 'cancel'} onClick={() => onEnding(ending, job.id as number)}>
      {JOB_ENDINGS[ending]}
    </Button>
  ));
}

export function JobTabs({ projects, kept, active, onActive, onChanged, person, endingsOf, onEnding }: Props) {
  const [adding, setAdding] = useState(false);
  const form = Form.useFormInstance();
  return (
    <Form.List name="jobs">
      {(fields, { add, remove }) => {
        const current = fields[Math.min(active, fields.length - 1)];
        const addJob = () => {
          setAdding(true);
          setTimeout(() => {
            add(newJob(Date.now()));
            onActive(fields.length);
            onChanged();
            setAdding(false);
          }, ADDING_MS);
        };
        const removeJob = (index: number) => {
          remove(index);
          onActive(Math.max(0, index - 1));
          onChanged();
        };
        const existing =
          current === undefined || kept[current.name]?.id === undefined ? null : (form.getFieldValue(['jobs', current.name]) as JobValues);
        const addButton = (
          <Button size="small" icon={<PlusOutlined aria-hidden />} loading={adding} onClick={addJob}>
            添加服务
          </Button>
        );
        return (
          <Spin spinning={adding} description="正在添加">
            <div className="y-jobs">
              {fields.length === 0 ? (
                <Form.Item>
                  <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="请添加服务清单">
                    {addButton}
                  </Empty>
                </Form.Item>
              ) : (
                <>
                  {/* Beside the tabs, not among them: a list of tabs holds tabs only. */}
                  <div className="y-jobs-buttons">
                    {existing ? (
                      <Endings job={existing} endingsOf={endingsOf} onEnding={onEnding} />
                    ) : (
                      current && (
                        <Confirm title="是否确认删除此服务" okText="确定" cancelText="取消" onConfirm={() => removeJob(current.name)}>
                          <Button size="small" danger type="text" icon={<DeleteOutlined aria-hidden />}>
                            删除此服务
                          </Button>
                        </Confirm>
                      )
                    )}
                    {addButton}
                  </div>
                  <Tabs
                    type="card"
                    size="small"
                    activeKey={String(current?.key)}
                    onChange={(key) => onActive(fields.findIndex((field) => String(field.key) === key))}
                    items={fields.map(({ key, name }) => ({
                      key: String(key),
                      label: <TabTitle name={name} projects={projects} />,
                      // Rules of a tab that was not opened yet count, too.
                      forceRender: true,
                      children: (
                        <JobFields
                          name={name}
                          kept={kept[name]?.id === undefined ? undefined : kept[name]}
                          projects={projects}
                          person={person}
                        />
                      ),
                    }))}
                  />
                </>
              )}
            </div>
          </Spin>
        );
      }}
    </Form.List>
  );
}

/** 服务类型 and 服务项目 of a new job: the type narrows the projects, and a project says its type. */
import { Form } from 'antd';
import { TypeSelect } from '#web/services/type-tree.tsx';
import { ProjectSelect, type Projects } from './project-select.tsx';

export function ProjectFields({ name, projects }: { name: number; projects: Projects }) {
  const form = Form.useFormInstance();
  const path = ['jobs', name, 'serverProjectId'];
  const typeId = Form.useWatch(['jobs', name, 'typeId'], form) as number | undefined;
  const projectId = Form.useWatch(path, form) as number | undefined;
  const ofProject = projects.byId.get(projectId ?? 0)?.typeIds;
  const narrow = (type: number | null) => {
    if (projectId !== undefined && !(type !== null && ofProject?.includes(type))) form.setFieldValue(path, undefined);
    return type ?? undefined;
  };
  return (
    <>
      <Form.Item
        name={[name, 'typeId']}
        label="服务类型"
        dependencies={[path]}
        getValueProps={(type: number | undefined) => ({ value: ofProject?.[0] ?? type })}
        getValueFromEvent={narrow}
        rules={[
          {
            required: true,
            validator: (_rule, type: number | undefined) =>
              type !== undefined || form.getFieldValue(path) !== undefined
                ? Promise.resolve()
                : Promise.reject(new Error('请选择服务类型')),
          },
        ]}
      >
        <TypeSelect placeholder="请选择服务类型" allowClear />
      </Form.Item>
      <Form.Item name={[name, 'serverProjectId']} label="服务项目" rules={[{ required: true, message: '请选择工单服务项目' }]}>
        <ProjectSelect projects={projects} typeId={typeId} />
      </Form.Item>
    </>
  );
}

/**
 * 允许耗材 of a service project, inside its form: what its jobs may use up, and what a new
 * job has from the start. Every change is saved at once.
 */
import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Checkbox, Form, Skeleton } from 'antd';
import { useState } from 'react';
import { projectMaterials } from '#contract/stock/materials.ts';
import { useCall, useSend } from '#web/api/call.ts';
import { showMessage } from '#web/api/messages.ts';
import { useMay } from '#web/ui/may.ts';
import { MaterialPicker } from './material-picker.tsx';
import './stock.css';

interface Line {
  id: number;
  isDefault: boolean;
}

function Lines({ projectId }: { projectId: number }) {
  const [picking, setPicking] = useState(false);
  const may = useMay();
  const { data, isError, error, refetch } = useCall(projectMaterials.list, { projectId }, { quiet: true });
  const send = useSend(projectMaterials.save, { changes: [projectMaterials.list, projectMaterials.pick] });
  if (isError) return <Button onClick={() => void refetch()}>{error.message}，重试</Button>;
  if (!data) return <Skeleton active title={false} paragraph={{ rows: 2 }} />;
  const save = (lines: readonly Line[]) =>
    send.mutate(
      { projectId, materials: lines.map(({ id, isDefault }) => ({ materialId: id, isDefault })) },
      { onError: () => void refetch() },
    );
  const editable = may(projectMaterials.save);
  return (
    <div className="y-project-materials">
      <ul>
        {data.map((material) => (
          <li key={material.id}>
            <span>
              {material.name} {material.spec && <small>{material.spec}</small>}
            </span>
            <Checkbox
              checked={material.isDefault}
              disabled={!editable || send.isPending}
              onChange={({ target }) => save(data.map((one) => (one === material ? { ...one, isDefault: target.checked } : one)))}
            >
              默认
            </Checkbox>
            {editable && (
              <Button
                type="text"
                size="small"
                icon={<DeleteOutlined aria-hidden />}
                aria-label={`移除${material.name}`}
                disabled={send.isPending}
                onClick={() => save(data.filter((one) => one !== material))}
              />
            )}
          </li>
        ))}
        {data.length === 0 && (
          <li className="y-missing" data-none>
            未设置，工单不能选择耗材
          </li>
        )}
      </ul>
      {editable && (
        <Button size="small" icon={<PlusOutlined aria-hidden />} loading={send.isPending} onClick={() => setPicking(true)}>
          添加耗材
        </Button>
      )}
      <MaterialPicker
        open={picking}
        onClose={() => setPicking(false)}
        onPick={({ id }) =>
          data.some((one) => one.id === id) ? showMessage('info', '已在清单中') : save([...data, { id, isDefault: false }])
        }
      />
    </div>
  );
}

/** The project is `projectId`, or the id that the form carries as `self`; a new project has none yet. */
export function ProjectMaterials({ projectId }: { projectId?: number }) {
  const self = Form.useWatch<number | undefined>('self', Form.useFormInstance());
  const id = projectId ?? self;
  return (
    <Form.Item
      label="允许耗材"
      className="y-form-wide"
      extra={id === undefined ? undefined : '服务时只能使用这些耗材；“默认”的自动带到新工单。增删后立即保存。'}
    >
      {id === undefined ? <span className="y-missing">保存项目后可以设置</span> : <Lines projectId={Number(id)} />}
    </Form.Item>
  );
}

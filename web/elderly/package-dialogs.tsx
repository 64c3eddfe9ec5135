/** Changing a person's package: counts, a project, the whole of it; each with a reason for its ledger. */
import { Form, Input, InputNumber } from 'antd';
import type { Route } from '#contract/http.ts';
import { personPackages } from '#contract/elderly/person-packages.ts';
import { totalRefusal } from '#contract/elderly/person-packages.rules.ts';
import { titleOf } from '#contract/labels.ts';
import { personPackageLabels } from '#contract/elderly/person-packages.labels.ts';
import { useSend } from '#web/api/call.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import type { PackageProject, PackageRow } from './package-tags.tsx';
import './packages.css';

/** Whatever shows packages is read again. */
export const PACKAGE_READS: readonly Route[] = [personPackages.page, personPackages.ofPerson, personPackages.uses, personPackages.changes];

const WIDTH = 480;

interface NumberProps {
  project: PackageProject;
  onClose: () => void;
}

export function TotalDialog({ project, onClose }: NumberProps) {
  const [form] = Form.useForm<{ num: number; reason: string }>();
  const num = Form.useWatch('num', form);
  const send = useSend(personPackages.updateNum, { changes: PACKAGE_READS, onSuccess: onClose });
  const { id, projectName, total, used } = project;
  return (
    <FormDialog
      form={form}
      title={`修改“${projectName}”的次数`}
      okText="保存"
      pending={send.isPending}
      width={WIDTH}
      initial={{ num: total }}
      onSubmit={({ num: wanted, reason }) => send.mutate({ id, num: wanted, reason })}
      onClose={onClose}
    >
      <p className="e-hint">
        共 {total} 次，已用 {used} 次。
      </p>
      <Form.Item
        name="num"
        label={titleOf(personPackageLabels, 'num')}
        extra={typeof num === 'number' && num >= used ? `修改后剩余${num - used}次` : undefined}
        rules={[
          { required: true, message: '请输入总次数' },
          {
            validator: (_rule, value: number | null) => {
              const problem =
                value === null || value === undefined ? null : (totalRefusal(value, used) ?? (value === total ? '总次数没有变化' : null));
              return problem ? Promise.reject(new Error(problem)) : Promise.resolve();
            },
          },
        ]}
      >
        <InputNumber<number> min={1} max={9999} precision={0} suffix="次" />
      </Form.Item>
      <Form.Item
        name="reason"
        label={titleOf(personPackageLabels, 'reason')}
        rules={[{ required: true, whitespace: true, message: '请填写原因' }]}
      >
        <Input.TextArea maxLength={200} showCount rows={3} placeholder="将记入变更记录" />
      </Form.Item>
    </FormDialog>
  );
}

/** What is taken away: the package, or one project of it. */
export type Removal = { row: PackageRow; project?: PackageProject };

export function RemoveDialog({ row, project, onClose, onRemoved = onClose }: Removal & { onClose: () => void; onRemoved?: () => void }) {
  const wholly = useSend(personPackages.remove, { changes: PACKAGE_READS, onSuccess: onRemoved });
  const partly = useSend(personPackages.removeProject, { changes: PACKAGE_READS, onSuccess: onRemoved });
  const voids = !project && row.used > 0;
  const name = project ? `服务包“${row.packageName}”中的“${project.projectName}”` : `${row.oldmanName}的服务包“${row.packageName}”`;
  const remove = ({ reason = '' }: { reason?: string }) => {
    const text = reason.trim() ? { reason: reason.trim() } : {};
    if (project) partly.mutate({ id: project.id, ...text });
    else wholly.mutate({ id: row.id, ...text });
  };
  return (
    <FormDialog
      title={`确定${voids ? '作废' : '删除'}${name}吗？`}
      okText={voids ? '作废' : '删除'}
      danger
      pending={wholly.isPending || partly.isPending}
      width={WIDTH}
      onSubmit={remove}
      onClose={onClose}
    >
      <p className="e-hint">
        {voids
          ? `已使用${row.used}次，不能删除，只能作废。作废后剩余的${row.left}次不能再使用，也不能恢复；已下的工单不受影响。`
          : '删除后不能恢复。'}
      </p>
      <Form.Item name="reason">
        <Input.TextArea maxLength={200} showCount rows={3} placeholder="原因（选填），将记入变更记录" aria-label="原因" />
      </Form.Item>
    </FormDialog>
  );
}

/** What disabling a project means, said in its form once the switch is off. */
import { Alert, Form } from 'antd';
import { serviceProjects } from '#contract/services/services.ts';
import { useCall } from '#web/api/call.ts';
import './services.css';

export function ProjectUsage() {
  const form = Form.useFormInstance();
  const id = Form.useWatch<number | undefined>('self', form);
  const enabled = Form.useWatch<boolean | undefined>('enabled', form);
  const { data } = useCall(serviceProjects.usage, { id: id ?? 0 }, { enabled: id !== undefined && enabled === false, quiet: true });
  if (enabled !== false || !data) return null;
  const { openJobs, packages, personPackages } = data;
  if (packages.length > 0) {
    return (
      <Alert
        className="y-form-wide s-usage"
        type="warning"
        showIcon
        title={`启用的套餐“${packages.join('”“')}”中有此项目，需先停用套餐或从套餐中移除，才能停用`}
      />
    );
  }
  const parts = [
    ...(openJobs > 0 ? [`${openJobs}项未完成的服务会照常进行`] : []),
    ...(personPackages > 0 ? [`${personPackages}个服务对象的套餐还有剩余次数，停用后新工单不能再选用`] : []),
  ];
  return parts.length === 0 ? null : <Alert className="y-form-wide s-usage" type="info" showIcon title={`停用后：${parts.join('；')}`} />;
}

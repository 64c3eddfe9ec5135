/** Of a service that Aliyun carries: where the cloud sends its notices, and whether its calls come. */
import { Alert, Form, Typography } from 'antd';
import { cloudNotices } from '#contract/calls/cloud-notices.ts';
import { useCall } from '#web/api/call.ts';
import { useMay } from '#web/ui/may.ts';
import { MISSING } from '#web/ui/display.ts';

/** Shows nothing before the service was saved, and to who may not change it. */
export function CloudSync() {
  const form = Form.useFormInstance();
  const id = Form.useWatch<number | undefined>('id', { form, preserve: true });
  const may = useMay();
  const { data } = useCall(cloudNotices.service, { id: id ?? 0 }, { quiet: true, enabled: id !== undefined && may(cloudNotices.service) });
  if (!data) return null;
  const address = location.origin + data.path;
  return (
    <Form.Item label="消息地址" className="y-form-wide" extra="在阿里云事件总线中把通话事件投递到此地址；不填也会每三分钟同步一次">
      <Typography.Text copyable={{ text: address, tooltips: ['复制消息地址', '已复制'] }}>{address.slice(0, 60)}…</Typography.Text>
      <br />
      最近同步：{data.fetchedTime ?? MISSING}
      {data.problem !== '' && <Alert type="error" showIcon title={data.problem} />}
    </Form.Item>
  );
}

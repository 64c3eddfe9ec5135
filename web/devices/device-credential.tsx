/** 接入密码 of a device that signs in by itself: where it connects to, and a password that is shown once. */
import { CopyOutlined } from '@ant-design/icons';
import { Alert, Button, Descriptions, Input, Skeleton } from 'antd';
import { deviceCredentials } from '#contract/devices/device-credentials.ts';
import { useCall, useSend } from '#web/api/call.ts';
import { Confirm } from '#web/ui/confirm.tsx';
import { copyAndTell } from '#web/ui/copy.ts';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { useMay } from '#web/ui/may.ts';
import './integrations.css';

export function DeviceCredential({ deviceId }: { deviceId: number }) {
  const may = useMay();
  const { data, isError, error, refetch } = useCall(deviceCredentials.get, { id: deviceId }, { quiet: true });
  const issue = useSend(deviceCredentials.issue, { changes: [deviceCredentials.get] });
  const revoke = useSend(deviceCredentials.revoke, { changes: [deviceCredentials.get], onSuccess: () => issue.reset() });
  if (isError) return <LoadFailed title={error.message} onAgain={() => void refetch()} />;
  if (!data) return <Skeleton active />;
  const password = issue.data?.password;
  const make = () => issue.mutate({ id: deviceId });
  return (
    <div className="d-deliveries">
      {data.port === null && <Alert type="info" showIcon title="本平台没有开启MQTT端口，请联系平台管理员设置 MQTT_PORT。" />}
      <Descriptions
        size="small"
        column={1}
        items={[
          ...(data.port === null ? [] : [{ label: 'MQTT端口', children: String(data.port) }]),
          { label: '用户名', children: data.username },
          {
            label: '密码',
            children: data.issueTime ? `${data.issueTime} 由 ${data.issueName ?? '系统'} 生成` : '还没有生成，设备不能接入',
          },
          { label: '发布主题', children: data.up },
          { label: '指令主题', children: data.down },
        ]}
      />
      {password && (
        <>
          <Alert type="warning" showIcon title="密码只显示这一次，请现在写入设备。以前生成过的密码都已失效。" />
          <div className="d-secret">
            <Input readOnly value={password} aria-label="接入密码" />
            <Button icon={<CopyOutlined aria-hidden />} onClick={() => copyAndTell(password)}>
              复制
            </Button>
          </div>
        </>
      )}
      {may(deviceCredentials.issue) && (
        <div className="d-trial-buttons">
          {data.issueTime ? (
            <Confirm title="重新生成后，设备要换成新密码才能接入，确定吗？" okText="确定" cancelText="取消" onConfirm={make}>
              <Button loading={issue.isPending}>重新生成密码</Button>
            </Confirm>
          ) : (
            <Button type="primary" loading={issue.isPending} onClick={make}>
              生成密码
            </Button>
          )}
          {data.issueTime && (
            <Confirm
              title="停用后设备立即断开，不能再接入，确定吗？"
              okText="停用"
              cancelText="取消"
              okButtonProps={{ danger: true }}
              onConfirm={() => revoke.mutate({ id: deviceId })}
            >
              <Button danger loading={revoke.isPending}>
                停用密码
              </Button>
            </Confirm>
          )}
        </div>
      )}
    </div>
  );
}

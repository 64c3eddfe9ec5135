/** Where a camera's picture comes from. */
import { Alert, Button, Form, Input, Select, Upload } from 'antd';
import { useId, useState } from 'react';
import { cameras, cameraSourceLabels, type CameraSource } from '#contract/devices/cameras.ts';
import type { Output } from '#contract/http.ts';
import { useSend } from '#web/api/call.ts';
import { showMessage } from '#web/api/messages.ts';
import { SideDrawer } from '#web/ui/drawer.tsx';
import { choices } from '#web/ui/inputs.tsx';
import { anyFile, uploadProblem } from '#web/ui/upload-rules.ts';
import { sendFile } from '#web/ui/uploads.ts';

type Settings = Output<typeof cameras.get>;
interface Values {
  source: CameraSource;
  address?: string;
  username?: string;
  password?: string;
  clip?: string;
  place?: string;
}

const clips = { ...anyFile, types: ['mp4'], wrongType: '录像只能是 mp4 格式' };

/** Its value is the address of a stored file. Clips are private: only through the camera are they seen. */
function ClipField({ id, value, onChange }: { id?: string; value?: string; onChange?: (url: string) => void }) {
  const [percent, setPercent] = useState<number | null>(null);
  async function start(file: File) {
    const problem = uploadProblem(clips, file);
    if (problem) return showMessage('error', problem);
    try {
      onChange?.((await sendFile(file, setPercent)).url);
    } catch (error) {
      showMessage('error', (error as Error).message);
    } finally {
      setPercent(null);
    }
  }
  return (
    <Upload
      showUploadList={false}
      accept=".mp4"
      disabled={percent !== null}
      beforeUpload={(file) => (void start(file), Upload.LIST_IGNORE)}
    >
      <Button id={id} loading={percent !== null}>
        {percent === null ? (value ? '已上传，重新选择' : '上传mp4录像') : `上传中 ${percent}%`}
      </Button>
    </Upload>
  );
}

export function CameraSettings({ id, kept, onClose }: { id: number; kept: Settings; onClose: () => void }) {
  const [form] = Form.useForm<Values>();
  const name = useId();
  const source = Form.useWatch('source', form) ?? kept.source ?? 'hls';
  const address = Form.useWatch('address', form);
  const send = useSend(cameras.save, { changes: [cameras.get], onSuccess: onClose });
  const isClip = source === 'clip';
  const moved = kept.hasPassword && address !== undefined && address !== (kept.address ?? '');
  const submit = ({ password, ...values }: Values) =>
    send.mutate({
      id,
      source: values.source,
      address: isClip ? null : (values.address ?? null),
      username: isClip ? null : (values.username ?? null),
      ...(password ? { password } : {}),
      clip: isClip ? (values.clip ?? null) : null,
      place: values.place ?? null,
      ...(kept.version === null ? {} : { version: kept.version }),
    });
  return (
    <SideDrawer
      title="摄像头设置"
      open
      size="small"
      onClose={onClose}
      isDirty={() => form.isFieldsTouched()}
      confirmLabel="保存"
      confirming={send.isPending}
      onConfirm={() => form.submit()}
    >
      <Form
        form={form}
        name={name}
        layout="vertical"
        autoComplete="off"
        initialValues={{
          source: kept.source ?? 'hls',
          address: kept.address ?? '',
          username: kept.username ?? '',
          clip: kept.clip ?? undefined,
          place: kept.place ?? '',
        }}
        onFinish={submit}
      >
        <Form.Item name="source" label="画面来源" rules={[{ required: true, message: '请选择画面来源' }]}>
          <Select options={choices(cameraSourceLabels)} />
        </Form.Item>
        {source === 'rtsp' && !kept.remux && (
          <Alert className="d-command-note" type="warning" showIcon title="服务器没有安装ffmpeg，RTSP画面暂时不能播放，请联系平台管理员" />
        )}
        {!isClip && (
          <>
            <Form.Item
              name="address"
              label="地址"
              rules={[{ required: true, message: '请输入地址' }]}
              extra="平台管理员允许的网络内的地址；用户名和密码填在下面，不要写进地址"
            >
              <Input
                maxLength={500}
                placeholder={source === 'rtsp' ? 'rtsp://192.168.1.64:554/Streaming/Channels/102' : 'http://192.168.1.10/live/index.m3u8'}
              />
            </Form.Item>
            <Form.Item name="username" label="用户名">
              <Input maxLength={60} autoComplete="off" placeholder="不需要登录可不填" />
            </Form.Item>
            <Form.Item
              name="password"
              label="密码"
              extra={moved ? '地址改了，请重新输入密码' : kept.hasPassword ? '已保存，加密存放；留空表示不修改' : '加密存放，不会再显示'}
            >
              <Input.Password
                maxLength={100}
                autoComplete="new-password"
                placeholder={kept.hasPassword && !moved ? '••••••' : '请输入密码'}
              />
            </Form.Item>
          </>
        )}
        {isClip && (
          <Form.Item name="clip" label="录像" rules={[{ required: true, message: '请上传mp4录像' }]} extra="H.264编码的mp4，不超过10MB">
            <ClipField />
          </Form.Item>
        )}
        <Form.Item name="place" label="拍摄位置" extra="公共区域请写明，如 一楼大厅、东门；房间内的摄像头在设备信息里选择房间">
          <Input maxLength={40} placeholder="如 一楼大厅" />
        </Form.Item>
      </Form>
    </SideDrawer>
  );
}

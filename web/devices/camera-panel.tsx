/** The tab 画面 of a camera: looking, who agreed to it, who has looked. */
import { SettingOutlined, VideoCameraOutlined } from '@ant-design/icons';
import { Alert, Button, Skeleton, Tag } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { cameras, cameraSourceLabels, PRIVACY } from '#contract/devices/cameras.ts';
import { titled } from '#contract/labels.ts';
import { cameraLookLabels } from '#contract/devices/cameras.labels.ts';
import { useCall, useSend } from '#web/api/call.ts';
import type { Column } from '#web/ui/columns.ts';
import { DataTable, type RowOf } from '#web/ui/data-table.tsx';
import { MISSING } from '#web/ui/display.ts';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { useMay } from '#web/ui/may.ts';
import { CameraConsents } from './camera-consents.tsx';
import { CameraPlayer, type Look } from './camera-player.tsx';
import { CameraSettings } from './camera-settings.tsx';
import './cameras.css';

const lookColumns: Column<RowOf<typeof cameras.looks>>[] = titled(cameraLookLabels, [
  { key: 'startTime', width: 172 },
  { key: 'lastTime', width: 172 },
  { key: 'userName', width: 110 },
  { key: 'emergency', width: 110, render: ({ emergency }) => (emergency ? <Tag color="error">紧急查看</Tag> : '日常查看') },
  { key: 'recording', width: 100, render: ({ recording }) => (recording ? '预警录像' : '实时画面') },
  {
    key: 'warningId',
    width: 90,
    render: ({ warningId }) => (warningId === null ? MISSING : <Link to={`/warning/warning/index?id=${warningId}`}>查看</Link>),
  },
]);

export function CameraPanel({ deviceId, label }: { deviceId: number; label: string }) {
  const may = useMay();
  const { data: camera, isError, error, refetch } = useCall(cameras.get, { id: deviceId }, { quiet: true, enabled: may(cameras.get) });
  const [look, setLook] = useState<Look | null>(null);
  const [editing, setEditing] = useState(false);
  const open = useSend(cameras.look, { changes: [cameras.looks], onSuccess: setLook });
  if (!may(cameras.get)) return <Alert type="info" showIcon title="您没有查看摄像头的权限" />;
  if (isError) return <LoadFailed title={error.message} onAgain={() => void refetch()} />;
  if (!camera) return <Skeleton active paragraph={{ rows: 6 }} />;
  const start = () => open.mutate({ id: deviceId });
  const where = camera.place ?? camera.roomName;
  const refused = camera.refusal !== null && camera.emergencyId === null;
  return (
    <div className="d-camera-panel">
      <div className="d-camera-bar">
        <p>
          {where && <b>{where}　</b>}
          {camera.source === null ? '还没有设置画面来源' : cameraSourceLabels[camera.source]}
        </p>
        {look && <Button onClick={() => setLook(null)}>关闭画面</Button>}
        {may(cameras.save) && (
          <Button icon={<SettingOutlined aria-hidden />} onClick={() => setEditing(true)}>
            设置
          </Button>
        )}
      </div>
      {look ? (
        <CameraPlayer key={look.lookId} look={look} label={`${label}的画面`} onAgain={start} />
      ) : (
        <div className="d-camera-closed">
          {refused && <Alert type="warning" showIcon title={camera.refusal} />}
          {camera.refusal !== null && camera.emergencyId !== null && (
            <Alert type="error" showIcon title="该房间有未关闭的SOS或跌倒预警，可以紧急查看；这次查看会单独记录" />
          )}
          <Button
            type="primary"
            size="large"
            danger={camera.emergencyId !== null}
            icon={<VideoCameraOutlined aria-hidden />}
            disabled={camera.source === null || refused}
            loading={open.isPending}
            onClick={start}
          >
            {camera.emergencyId === null ? '查看画面' : '紧急查看'}
          </Button>
          <span className="d-note">{PRIVACY}</span>
        </div>
      )}
      <CameraConsents residents={camera.residents} />
      <section aria-label="查看记录">
        <DataTable
          name="camera-looks"
          noun="查看记录"
          route={cameras.looks}
          columns={lookColumns}
          fixed={{ deviceId }}
          state="own"
          height="content"
        />
      </section>
      {editing && <CameraSettings id={deviceId} kept={camera} onClose={() => setEditing(false)} />}
    </div>
  );
}

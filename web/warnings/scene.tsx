/** 查看现场: the cameras where a warning comes from, and the clip that it brought, in a dialog. */
import { PlayCircleOutlined, VideoCameraOutlined } from '@ant-design/icons';
import { Alert, Button, Modal, Spin } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { cameras } from '#contract/devices/cameras.ts';
import { useCall, useSend } from '#web/api/call.ts';
import { useFileLink } from '#web/ui/file-link.ts';
import { useMay } from '#web/ui/may.ts';
import type { Look } from '#web/devices/camera-player.tsx';

const CameraPlayer = lazy(() => import('#web/devices/camera-player.tsx').then(({ CameraPlayer: it }) => ({ default: it })));

function Picture({ warningId, deviceId, name, onClose }: { warningId: number; deviceId: number; name: string; onClose: () => void }) {
  const [look, setLook] = useState<Look | null>(null);
  const open = useSend(cameras.look, { quiet: true, changes: [cameras.looks], onSuccess: setLook });
  const start = () => open.mutate({ id: deviceId, warningId });
  return (
    <Modal
      open
      centered
      destroyOnHidden
      width="min(960px, 92vw)"
      title={`现场画面：${name}`}
      footer={null}
      onCancel={onClose}
      afterOpenChange={(shown) => shown && start()}
    >
      {open.isError && <Alert type="warning" showIcon title={open.error.message} action={<Button onClick={start}>重试</Button>} />}
      {!look && !open.isError && <Spin />}
      {look && !open.isError && (
        <Suspense fallback={<Spin />}>
          <CameraPlayer key={look.lookId} look={look} label={`${name}的现场画面`} onAgain={start} />
        </Suspense>
      )}
    </Modal>
  );
}

/** A button for each camera of the place; nothing where there is none, or where one may not look. */
export function SceneButtons({ warningId }: { warningId: number }) {
  const may = useMay()(cameras.ofWarning);
  const { data = [] } = useCall(cameras.ofWarning, { warningId }, { quiet: true, enabled: may });
  const [shown, setShown] = useState<number | null>(null);
  const one = data.find(({ id }) => id === shown);
  return (
    <>
      {data.map(({ id, name, place }) => (
        <Button key={id} icon={<VideoCameraOutlined aria-hidden />} onClick={() => setShown(id)} title={place ?? undefined}>
          {data.length === 1 ? '查看现场' : `查看现场：${place ?? name}`}
        </Button>
      ))}
      {one && <Picture key={one.id} warningId={warningId} deviceId={one.id} name={one.place ?? one.name} onClose={() => setShown(null)} />}
    </>
  );
}

function Clip({ url }: { url: string }) {
  const link = useFileLink(url);
  if (link === undefined) return <Spin />;
  if (link === null) return <Alert type="warning" showIcon title="录像不存在或已过期" />;
  // oxlint-disable-next-line jsx-a11y/media-has-caption
  return <video className="w-clip" src={link} controls autoPlay muted playsInline aria-label="预警录像" />;
}

/** The clip of a warning: ours opens here, another's address in a window of its own. */
export function WarningClip({ url }: { url: string }) {
  const [open, setOpen] = useState(false);
  const label = (
    <>
      <PlayCircleOutlined aria-hidden /> 查看视频
    </>
  );
  if (!url.startsWith('/admin/sys-file/'))
    return (
      <a className="w-video" href={url} target="_blank" rel="noopener noreferrer">
        {label}
      </a>
    );
  return (
    <>
      <Button type="link" size="small" className="w-video" onClick={() => setOpen(true)}>
        {label}
      </Button>
      <Modal open={open} centered destroyOnHidden width="min(960px, 92vw)" title="预警录像" footer={null} onCancel={() => setOpen(false)}>
        {open && <Clip url={url} />}
      </Modal>
    </>
  );
}

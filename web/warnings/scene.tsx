/** 查看现场: the cameras where a warning comes from, in a dialog. */
import { VideoCameraOutlined } from '@ant-design/icons';
import { Button, Modal, Spin } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { cameras } from '#contract/devices/cameras.ts';
import { useCall, useSend } from '#web/api/call.ts';
import { useMay } from '#web/ui/may.ts';
import type { Look } from '#web/devices/camera-player.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';

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
      {open.isError && <LoadFailed type="warning" title={open.error.message} onAgain={start} />}
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
        <Button key={id} size="small" icon={<VideoCameraOutlined aria-hidden />} onClick={() => setShown(id)} title={place ?? undefined}>
          {data.length === 1 ? '查看现场' : `查看现场：${place ?? name}`}
        </Button>
      ))}
      {one && <Picture key={one.id} warningId={warningId} deviceId={one.id} name={one.place ?? one.name} onClose={() => setShown(null)} />}
    </>
  );
}

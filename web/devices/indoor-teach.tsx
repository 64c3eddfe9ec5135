/** Teaches a place: choose a device in the hand, stand in the room, wait a minute, save. */
import { Alert, Button, Progress, Steps } from 'antd';
import { useState } from 'react';
import { deviceCommands } from '#contract/devices/device-commands.ts';
import { indoorPlaces, TEACH_SECONDS } from '#contract/devices/indoor-places.ts';
import { useCall, useSend } from '#web/api/call.ts';
import { SideDrawer } from '#web/ui/drawer.tsx';
import { useMay } from '#web/ui/may.ts';
import { IndoorDevice } from './indoor-device.tsx';
import { IndoorHeard } from './indoor-heard.tsx';
import { placeName, type IndoorRow } from './indoor-rows.ts';
import './devices.css';

const REFRESH_MS = 2000;
/** Fewer reports say little of a room. */
const ENOUGH = 3;

/** Asks the device to say at once where it is, where its protocol has words for that. */
function Ask({ deviceId }: { deviceId: number }) {
  const may = useMay();
  const { data: kinds } = useCall(deviceCommands.kinds, { id: deviceId }, { quiet: true, enabled: may(deviceCommands.kinds) });
  const ask = useSend(deviceCommands.send, {});
  if (!may(deviceCommands.send) || !kinds?.includes('locate')) return null;
  return (
    <Button size="small" loading={ask.isPending} onClick={() => ask.mutate({ deviceId, kind: 'locate', parameters: {} })}>
      让设备立即上报
    </Button>
  );
}

function Collecting({ id, deviceId }: { id: number; deviceId: number }) {
  const { data } = useCall(indoorPlaces.teaching, { id }, { quiet: true, refetchInterval: REFRESH_MS });
  const left = data?.left ?? TEACH_SECONDS;
  const over = data !== undefined && left === 0;
  return (
    <section className="d-teach-live" aria-live="polite">
      <header>
        <b>{over ? '采集结束' : `正在采集，还剩 ${left} 秒`}</b>
        <span>收到 {data?.reports ?? 0} 次上报</span>
        {!over && <Ask deviceId={deviceId} />}
      </header>
      <Progress percent={Math.round(((TEACH_SECONDS - left) / TEACH_SECONDS) * 100)} showInfo={false} size="small" aria-label="采集进度" />
      {data && data.heard.length === 0 && (
        <Alert
          type={over ? 'warning' : 'info'}
          showIcon
          title={over ? '这一分钟没有收到信号' : '等待设备上报'}
          description="设备按自己的间隔上报；可点“让设备立即上报”，或在表上按一次定位。采集时站在房间中央，每隔十几秒换个位置。"
        />
      )}
      {data && data.heard.length > 0 && <IndoorHeard points={data.heard} />}
      {over && data.heard.length > 0 && data.reports < ENOUGH && (
        <Alert type="warning" showIcon title="上报次数较少，建议再采集一次，定位会更准" />
      )}
    </section>
  );
}

export function IndoorTeach({ place, onClose }: { place: IndoorRow; onClose: () => void }) {
  const [deviceId, setDeviceId] = useState<number | null>(null);
  const [teaching, setTeaching] = useState<number | null>(null);
  const start = useSend(indoorPlaces.teach, { changes: [indoorPlaces.teaching], onSuccess: (id) => setTeaching(id) });
  const cancel = useSend(indoorPlaces.cancelTeaching, {});
  const save = useSend(indoorPlaces.saveTeaching, {
    changes: [indoorPlaces.page, indoorPlaces.points, indoorPlaces.test],
    onSuccess: onClose,
  });
  const { data } = useCall(indoorPlaces.teaching, { id: teaching ?? 0 }, { quiet: true, enabled: teaching !== null });
  const leave = () => {
    if (teaching !== null && data?.state === 0) cancel.mutate({ id: teaching });
    onClose();
  };
  const step = teaching === null ? (deviceId === null ? 0 : 1) : (data?.heard.length ?? 0) > 0 && data?.left === 0 ? 3 : 2;
  return (
    <SideDrawer
      title={`采集 ${placeName(place)}`}
      open
      size="small"
      onClose={leave}
      closeLabel="取消"
      confirmLabel="保存采集"
      confirming={save.isPending}
      confirmDisabled={teaching === null || (data?.heard.length ?? 0) === 0}
      onConfirm={() => teaching !== null && save.mutate({ id: teaching })}
    >
      <Steps
        size="small"
        current={step}
        className="d-teach-steps"
        items={['选设备', '站到房间里', '采集一分钟', '保存'].map((title) => ({ title }))}
      />
      {place.teachTime && (
        <Alert type="info" showIcon title={`上次由${place.teachBy ?? '同事'}于 ${place.teachTime} 采集，保存后替换；可以撤销一次`} />
      )}
      <div className="d-teach-row">
        <IndoorDevice
          value={deviceId}
          disabled={start.isPending}
          onChange={(id) => {
            setDeviceId(id);
            setTeaching(null);
          }}
        />
        <Button
          type={teaching === null ? 'primary' : 'default'}
          disabled={deviceId === null}
          loading={start.isPending}
          onClick={() => deviceId !== null && start.mutate({ id: place.id, deviceId })}
        >
          {teaching === null ? '开始采集' : '重新开始'}
        </Button>
      </div>
      {teaching === null && <p className="d-note">带着这台设备站在“{placeName(place)}”的中央，再点“开始采集”。设备屏幕不用亮着。</p>}
      {teaching !== null && deviceId !== null && <Collecting key={teaching} id={teaching} deviceId={deviceId} />}
    </SideDrawer>
  );
}

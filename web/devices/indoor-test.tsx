/** Where a device would be placed now, and why: what it hears, and which places that is like. */
import { Alert, Skeleton } from 'antd';
import { useState } from 'react';
import { indoorPlaces } from '#contract/devices/indoor-places.ts';
import { useCall } from '#web/api/call.ts';
import { since } from '#web/ui/display.ts';
import { SideDrawer } from '#web/ui/drawer.tsx';
import { useQuarterMinute } from '#web/ui/clock.ts';
import { IndoorDevice } from './indoor-device.tsx';
import { IndoorHeard } from './indoor-heard.tsx';
import './devices.css';

const REFRESH_MS = 5000;

function Result({ deviceId }: { deviceId: number }) {
  const now = useQuarterMinute();
  const { data } = useCall(indoorPlaces.test, { id: deviceId }, { quiet: true, refetchInterval: REFRESH_MS });
  if (!data) return <Skeleton active />;
  if (data.heardTime === null)
    return (
      <Alert
        type="info"
        showIcon
        title="这台设备还没有上报过Wi-Fi或信标"
        description="部分设备只在没有卫星信号时扫描Wi-Fi，请到室内等待下一次上报。"
      />
    );
  return (
    <>
      <section className="d-test-result" aria-label="定位结果">
        <b>{data.text ?? '认不出位置'}</b>
        <span>
          {since(data.heardTime, now)}的信号{data.accuracy && ` · ${data.accuracy}`}
        </span>
      </section>
      {data.text === null && <Alert type="warning" showIcon title="听到的信号都没有采集过" description="请先在这个房间采集一次。" />}
      {data.level !== null && data.level !== 'room' && (
        <p className="d-note">几个位置同样相像，或信号太少，只说到能确定的范围。多采集几个房间会更准。</p>
      )}
      {data.candidates.length > 0 && (
        <ol className="d-candidates" aria-label="相像的位置">
          {data.candidates.map(({ text, distance, common }) => (
            <li key={text}>
              <b>{text}</b>
              <span>
                平均相差 {distance} dB · 共同信号 {common} 个
              </span>
            </li>
          ))}
        </ol>
      )}
      <IndoorHeard points={data.heard} />
    </>
  );
}

export function IndoorTest({ onClose }: { onClose: () => void }) {
  const [deviceId, setDeviceId] = useState<number | null>(null);
  return (
    <SideDrawer title="定位测试" open size="small" onClose={onClose}>
      <p className="d-note">选一台设备，看它现在会被认在哪里，以及为什么。</p>
      <IndoorDevice value={deviceId} onChange={setDeviceId} />
      {deviceId !== null && <Result key={deviceId} deviceId={deviceId} />}
    </SideDrawer>
  );
}

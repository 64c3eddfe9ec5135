/** On a device's page: its number is used from two addresses, was refused from a network, or never rests. */
import { Alert } from 'antd';
import { noteTexts } from '#contract/devices/device-connections.rules.ts';
import { deviceConnections } from '#contract/devices/device-connections.ts';
import { useCall } from '#web/api/call.ts';

const REFRESH_MS = 60_000;

export function DeviceConnections({ deviceId }: { deviceId: number }) {
  const { data } = useCall(deviceConnections.notes, { id: deviceId }, { quiet: true, refetchInterval: REFRESH_MS });
  return (data ?? []).map((note) => {
    const { title, text } = noteTexts(note);
    return (
      <Alert
        key={note.kind}
        type={note.current ? 'warning' : 'info'}
        showIcon
        title={title}
        description={`${text}最近一次：${note.lastTime}。`}
      />
    );
  });
}

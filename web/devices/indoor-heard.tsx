/** What a device hears, the strongest first, as bars; what is not used says why. */
import { Tag } from 'antd';

interface Point {
  mac: string;
  beacon: boolean;
  rssi: number | null;
  lasting: boolean;
  samples?: number;
  known?: boolean;
}

/** -100 dBm is nothing, -40 dBm is beside it. */
const share = (rssi: number | null) => Math.max(2, Math.min(100, (((rssi ?? -90) + 100) / 60) * 100));

const reasonOf = ({ lasting, known }: Point) => (!lasting ? '手机热点，不采用' : known === false ? '没有采集过' : null);

export function IndoorHeard({ points }: { points: readonly Point[] }) {
  return (
    <ul className="d-heard" aria-label="听到的信号">
      {points.map((point) => (
        <li key={point.mac} data-unused={reasonOf(point) !== null || undefined}>
          <code>{point.mac.toUpperCase()}</code>
          <Tag color={point.beacon ? 'processing' : 'default'}>{point.beacon ? '信标' : 'Wi-Fi'}</Tag>
          <span className="d-heard-bar" aria-hidden>
            <i style={{ width: `${share(point.rssi)}%` }} />
          </span>
          <span className="d-heard-figure">{point.rssi === null ? '强度未知' : `${Math.round(point.rssi)} dBm`}</span>
          <span className="d-heard-note">{reasonOf(point) ?? (point.samples === undefined ? '' : `${point.samples} 次`)}</span>
        </li>
      ))}
    </ul>
  );
}

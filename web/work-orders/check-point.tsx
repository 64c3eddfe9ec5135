/** 签到 or 签退 of a job: when, where, how far from where it should be, with which proof. */
import { ClockCircleOutlined, CloudUploadOutlined, EnvironmentOutlined } from '@ant-design/icons';
import { Tag, Tooltip } from 'antd';
import { MISSING, toMillis } from '#web/ui/display.ts';
import { StoredImage } from '#web/ui/stored-files.tsx';
import { serverNow } from '#web/api/server-clock.ts';
import { shortTime } from '#web/ui/display.ts';
import { distanceText } from './whereabouts.ts';

/** So much later than it happened the server hears of what a phone did without a network. */
const LATE_MS = 2 * 60_000;

export interface Checked {
  time: string | null;
  address: string | null;
  image: string | null;
  /** Metres. */
  distance: number | null;
  reason: string | null;
  received: string | null;
}

function Late({ time, received }: { time: string; received: string | null }) {
  if (received === null || toMillis(received) - toMillis(time) <= LATE_MS) return null;
  return (
    <Tooltip title={`手机当时没有网络，${shortTime(received, serverNow())} 才传到`}>
      <Tag icon={<CloudUploadOutlined aria-hidden />} tabIndex={0}>
        离线补传
      </Tag>
    </Tooltip>
  );
}

export function CheckPoint({ title, checked, fenceMetres }: { title: '签到' | '签退'; checked: Checked | null; fenceMetres: number }) {
  if (!checked || checked.time === null)
    return (
      <div className="y-check-point" data-open>
        <h4>{title}</h4>
        <p className="y-missing">尚未{title}</p>
      </div>
    );
  const { time, address, image, distance, reason, received } = checked;
  const far = distance !== null && distance > fenceMetres;
  return (
    <div className="y-check-point" data-far={far || undefined}>
      <h4>{title}</h4>
      <p>
        <ClockCircleOutlined aria-hidden /> <time dateTime={time.replace(' ', 'T')}>{time}</time> <Late time={time} received={received} />
      </p>
      <p>
        <EnvironmentOutlined aria-hidden /> {address ?? <span className="y-missing">{MISSING}</span>}
      </p>
      {distance !== null && (
        <p className="y-check-distance">
          距服务地址 {distanceText(distance)} {far && <Tag color="error">超出围栏</Tag>}
        </p>
      )}
      {reason && <p className="y-check-distance">原因：{reason}</p>}
      {image && <StoredImage url={image} alt={`${title}照片`} size={72} />}
    </div>
  );
}

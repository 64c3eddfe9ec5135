/** Where the phone is, and how far that is from where the service takes place. */
import { CheckCircleFilled } from '@ant-design/icons';
import { Alert, Button, Spin } from 'antd';
import type { OrderHead } from './order-calls.ts';
import { distanceText, metresBetween, type Whereabouts } from './whereabouts.ts';

/** Metres to the place of the order; null without either position. */
export function metresTo({ lng, lat }: Pick<OrderHead, 'lng' | 'lat'>, found: Whereabouts): number | null {
  return found.state !== 'found' || lng === null || lat === null ? null : metresBetween(found.position, { lng, lat });
}

interface Props {
  found: Whereabouts;
  ask: () => void;
  metres: number | null;
  fence: number | null;
  far: boolean;
}

export function VisitPlace({ found, ask, metres, fence, far }: Props) {
  const again = (
    <Button size="small" type="link" onClick={ask}>
      重新定位
    </Button>
  );
  if (found.state === 'asking') return <Alert type="info" showIcon role="status" icon={<Spin size="small" />} title="正在获取位置…" />;
  if (found.state === 'failed') return <Alert type="info" showIcon title={`${found.text}，请填写地址`} action={again} />;
  const { lng, lat, accuracy } = found.position;
  const limit = fence === null ? '' : `，围栏 ${distanceText(fence)}`;
  return (
    <Alert
      type={far ? 'warning' : 'success'}
      showIcon
      icon={far ? undefined : <CheckCircleFilled />}
      title={
        <>
          {metres === null ? '已获取位置' : `距服务地址约 ${distanceText(metres)}${far ? '，超出围栏' : ''}`}
          <small>
            {lng.toFixed(6)}, {lat.toFixed(6)}（误差约 {distanceText(accuracy)}
            {limit}）
          </small>
        </>
      }
      action={again}
    />
  );
}

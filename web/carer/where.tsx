/** Where the phone is, in words for the person who holds it. */
import { CheckCircleFilled } from '@ant-design/icons';
import { Alert, Button, Spin } from 'antd';
import { distanceText, type Whereabouts } from '#web/work-orders/whereabouts.ts';

interface Props {
  found: Whereabouts;
  /** Null when the place is that of then. */
  ask: (() => void) | null;
  /** To the place of service; null when either is unknown. */
  metres: number | null;
  fence: number;
  far: boolean;
  needsReason: boolean;
  /** Goes on without a position. */
  skip: (() => void) | null;
}

export function PhonePlace({ found, ask, metres, fence, far, needsReason, skip }: Props) {
  if (found.state === 'asking')
    return (
      <Alert
        type="info"
        showIcon
        role="status"
        icon={<Spin size="small" />}
        title={skip ? '正在定位…' : '没有等待定位'}
        action={skip && <Button onClick={skip}>不等定位</Button>}
      />
    );
  const again = ask && <Button onClick={ask}>重新定位</Button>;
  if (found.state === 'failed') return <Alert type="info" showIcon title={found.text} action={again} />;
  const title = metres === null ? '已获取位置' : `距服务地址约 ${distanceText(metres)}`;
  const precision = found.position.accuracy > 0 ? `误差约 ${distanceText(found.position.accuracy)}` : null;
  return (
    <Alert
      type={far ? 'warning' : 'success'}
      showIcon
      icon={far ? undefined : <CheckCircleFilled />}
      title={title}
      description={far ? `应在 ${distanceText(fence)} 以内${needsReason ? '，请在下面填写原因' : ''}` : precision}
      action={again}
    />
  );
}

/** 签到 and 签退: where, when, and a picture as proof. Large enough for a thumb. */
import { AimOutlined, CheckCircleFilled } from '@ant-design/icons';
import { Alert, Button, Input, Modal, Skeleton, Spin } from 'antd';
import { useState } from 'react';
import { actionLabels, canDoJob } from '#contract/work-orders/work-orders.rules.ts';
import { workOrders } from '#contract/work-orders/work-orders.ts';
import { useCall } from '#web/api/call.ts';
import { session } from '#web/api/session.ts';
import { ImageUpload } from '#web/ui/upload.tsx';
import { jobFile, picture } from '#web/ui/upload-rules.ts';
import { JobChoice } from './job-choice.tsx';
import { fasterText } from './faster.ts';
import { useOrderSend, type OrderHead, type OrderSummary } from './order-calls.ts';
import { OrderLine } from './order-line.tsx';
import { distanceText, metresBetween, useWhereabouts, type Whereabouts } from './whereabouts.ts';

/** Further away than this is worth a question. */
const FAR_M = 500;
const proof = { ...picture, maxMB: jobFile.maxMB, tooLarge: jobFile.tooLarge };

/** Metres to the place of the order and whether that is too far; null without either position. */
function distanceTo(order: OrderHead, found: Whereabouts) {
  if (found.state !== 'found' || order.lng === null || order.lat === null) return null;
  const metres = metresBetween(found.position, { lng: order.lng, lat: order.lat });
  return { metres, far: metres - found.position.accuracy > FAR_M };
}

function Place({ found, ask, order }: { found: Whereabouts; ask: () => void; order: OrderHead }) {
  const again = (
    <Button size="small" type="link" onClick={ask}>
      重新定位
    </Button>
  );
  if (found.state === 'asking') return <Alert type="info" showIcon role="status" icon={<Spin size="small" />} title="正在获取位置…" />;
  if (found.state === 'failed') return <Alert type="info" showIcon title={found.text} action={again} />;
  const { lng, lat, accuracy } = found.position;
  const away = distanceTo(order, found);
  const far = away?.far ?? false;
  return (
    <Alert
      type={far ? 'warning' : 'success'}
      showIcon
      icon={far ? undefined : <CheckCircleFilled />}
      title={
        <>
          {away === null ? '已获取位置' : `距服务地址约 ${distanceText(away.metres)}${far ? '，请确认是否已到达' : ''}`}
          <small>
            {lng.toFixed(6)}, {lat.toFixed(6)}（误差约 {distanceText(accuracy)}）
          </small>
        </>
      }
      action={again}
    />
  );
}

interface Props {
  action: 'start' | 'finish';
  order: OrderHead;
  jobId?: number | undefined;
  onClose: () => void;
}

export function VisitDialog({ action: wished, order, jobId, onClose }: Props) {
  const [chosen, setChosen] = useState(jobId ?? null);
  const [typed, setTyped] = useState<string | null>(null);
  const [image, setImage] = useState<string | null>(null);
  const [fresh, setFresh] = useState<OrderSummary | null>(null);
  const [found, ask] = useWhereabouts();
  // Nobody is said to have been where they were not.
  const address = typed ?? (distanceTo(order, found)?.far ? '' : order.oldmanAddress);
  const detail = useCall(workOrders.get, { id: order.id });
  const options = { onDone: onClose, onConflict: setFresh };
  const start = useOrderSend(workOrders.start, options);
  const finish = useOrderSend(workOrders.finish, options);
  const me = session.getState().user?.id;
  const jobsFor = (one: 'start' | 'finish') => {
    const ready = (detail.data?.workOrder.workOrderJobs ?? []).filter(({ status }) => canDoJob(one, status));
    const mine = ready.filter(({ serverUserId }) => serverUserId === me);
    return mine.length > 0 ? mine : ready;
  };
  // In a list nobody knows yet whether the next thing to do is to begin or to end.
  const action = jobId === undefined && detail.data && jobsFor(wished).length === 0 ? (wished === 'start' ? 'finish' : 'start') : wished;
  const jobs = jobsFor(action);
  const label = actionLabels[action] ?? '';
  const send = action === 'start' ? start : finish;
  const confirm = () =>
    send.mutate({
      id: order.id,
      // Of the order that was shown, or, once somebody was faster, of the one that is shown now.
      version: fresh ? fresh.version : order.version,
      address: address.trim(),
      ...(found.state === 'found' ? { lng: found.position.lng, lat: found.position.lat } : {}),
      ...(image ? { image } : {}),
      ...(chosen === null ? {} : { jobId: chosen }),
    });
  return (
    <Modal
      open
      title={label}
      okText={label}
      cancelText="取消"
      okButtonProps={{
        size: 'large',
        loading: send.isPending,
        disabled: !detail.data || jobs.length === 0 || (found.state === 'asking' && address.trim() === ''),
      }}
      cancelButtonProps={{ size: 'large' }}
      onOk={confirm}
      onCancel={onClose}
      width="min(520px, 96vw)"
      className="y-visit"
    >
      <OrderLine order={fresh ?? order} />
      {fresh && <Alert type="warning" showIcon role="alert" title={fasterText(fresh)} description="页面已刷新，请确认后再操作。" />}
      {detail.isPending ? <Skeleton active title={false} paragraph={{ rows: 2 }} /> : <JobChoice jobs={jobs} value={chosen} onChange={setChosen} />}
      {detail.data && jobs.length === 0 && <Alert type="info" showIcon title="没有可操作的服务" />}
      <div className="y-visit-place">
        <Place found={found} ask={ask} order={order} />
      </div>
      <div className="y-order-field">
        <label htmlFor="y-visit-address">{label}地址</label>
        <Input
          id="y-visit-address"
          value={address}
          maxLength={200}
          allowClear
          prefix={<AimOutlined aria-hidden />}
          placeholder="请输入地址"
          onChange={(event) => setTyped(event.target.value)}
        />
      </div>
      <div className="y-order-field">
        <label htmlFor="y-visit-image">现场照片（选填）</label>
        <ImageUpload id="y-visit-image" value={image} onChange={setImage} label="现场照片" rule={proof} />
      </div>
    </Modal>
  );
}

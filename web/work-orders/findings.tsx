/** What questionnaires of an order found that should not be, and the order that it leads to at a press. */
import { FileAddOutlined } from '@ant-design/icons';
import { Alert, Button } from 'antd';
import { Suspense, useState } from 'react';
import { Link } from 'react-router';
import { orderStatusLabels } from '#contract/work-orders/work-orders.rules.ts';
import { workOrders } from '#contract/work-orders/work-orders.ts';
import { lazyPart } from '#web/shell/lazy-part.ts';
import { useMay } from '#web/ui/may.ts';
import type { OrderDetail } from './order-calls.ts';
import { detailAddress } from './work-order-columns.tsx';

const WorkOrderDrawer = lazyPart(() => import('./work-order-drawer.tsx'));
const MOST_REMARKS = 100;

const Other = ({ order }: { order: NonNullable<OrderDetail['follows']> }) => (
  <>
    <Link to={detailAddress(order)}>{order.workNo}</Link>（{orderStatusLabels[order.state]}）
  </>
);

/** `伤口观察 伤口：红肿` of each answer, and the first job that has any. */
function foundIn({ workOrder: { workOrderJobs } }: OrderDetail) {
  const jobs = workOrderJobs.map((job) => ({
    job,
    texts: job.projectUserVoList.flatMap(({ name, abnormal }) => abnormal.map((text) => `${name} ${text}`)),
  }));
  return { texts: jobs.flatMap(({ texts }) => texts), job: jobs.find(({ texts }) => texts.length > 0)?.job };
}

export function Findings({ detail }: { detail: OrderDetail }) {
  const may = useMay();
  const [open, setOpen] = useState(false);
  const { workOrder: order, followedBy, follows } = detail;
  const { texts, job } = foundIn(detail);
  const add = followedBy === null && may(workOrders.create) && (
    <Button icon={<FileAddOutlined aria-hidden />} onClick={() => setOpen(true)}>
      生成跟进工单
    </Button>
  );
  return (
    <>
      {follows && (
        <Alert
          type="info"
          showIcon
          title={
            <>
              跟进工单 <Other order={follows} /> 中发现的异常
            </>
          }
        />
      )}
      {job && (
        <Alert
          type="warning"
          showIcon
          title="服务中发现异常"
          description={
            <>
              <ul className="y-findings">
                {texts.map((text) => (
                  <li key={text}>{text}</li>
                ))}
              </ul>
              {followedBy && (
                <>
                  已生成跟进工单 <Other order={followedBy} />
                </>
              )}
            </>
          }
          action={add}
        />
      )}
      {open && job && (
        <Suspense fallback={null}>
          <WorkOrderDrawer
            orderId={null}
            follows={{
              id: order.id,
              oldmanId: order.oldmanId,
              phone: order.oldmanPhone,
              address: order.oldmanAddress,
              urgency: order.emergencyType,
              projectId: job.serverProjectId,
              remarks: `跟进${order.workNo}：${texts.join('；')}`.slice(0, MOST_REMARKS),
            }}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}

/** 签到 and 签退: where, when, and what proves it. Large enough for a thumb. */
import { AimOutlined } from '@ant-design/icons';
import { Alert, Input, Skeleton } from 'antd';
import { useState } from 'react';
import { actionLabels, canDoJob } from '#contract/work-orders/work-orders.rules.ts';
import { workOrders } from '#contract/work-orders/work-orders.ts';
import { useCall } from '#web/api/call.ts';
import { session } from '#web/api/session.ts';
import { go } from '#web/shell/go.ts';
import { DraftDialog } from '#web/ui/draft-dialog.tsx';
import { ImageUpload } from '#web/ui/upload.tsx';
import { UploadsContext, useUploads } from '#web/ui/upload-wait.tsx';
import { jobFile, picture } from '#web/ui/upload-rules.ts';
import { JobChoice } from './job-choice.tsx';
import { fasterText } from './faster.ts';
import { useOrderSend, type OrderHead, type OrderSummary } from './order-calls.ts';
import { OrderLine } from './order-line.tsx';
import { earlyText, fenceOf, finishInput, isFar, missingInVisit, type VisitValues } from './visit-form.ts';
import { VisitLabel } from './visit-label.tsx';
import { metresTo, VisitPlace } from './visit-place.tsx';
import { VisitProofs } from './visit-proofs.tsx';
import { useWhereabouts } from './whereabouts.ts';

const proof = { ...picture, maxMB: jobFile.maxMB, tooLarge: jobFile.tooLarge };
const EMPTY: VisitValues = { address: '', image: null, reason: '', result: '', signature: null, signer: '', unsigned: '', used: {} };

interface Props {
  action: 'start' | 'finish';
  order: OrderHead;
  jobId?: number | undefined;
  onClose: () => void;
}

/** The jobs that a person can check in or out of now: their own, or, acting for others, all that are ready. */
function useReadyJobs({ action: wished, order, jobId }: Omit<Props, 'onClose'>) {
  const detail = useCall(workOrders.get, { id: order.id });
  const me = session.getState().user?.id;
  const jobsFor = (one: 'start' | 'finish') => {
    const ready = (detail.data?.workOrder.workOrderJobs ?? []).filter(({ status }) => canDoJob(one, status));
    const mine = ready.filter(({ serverUserId }) => serverUserId === me);
    return mine.length > 0 ? mine : ready;
  };
  // In a list nobody knows yet whether the next thing to do is to begin or to end.
  const action = jobId === undefined && detail.data && jobsFor(wished).length === 0 ? (wished === 'start' ? 'finish' : 'start') : wished;
  return { detail, action, jobs: jobsFor(action) };
}

export function VisitDialog({ action: wished, order, jobId, onClose }: Props) {
  const [chosen, setChosen] = useState(jobId ?? null);
  const [values, setValues] = useState(EMPTY);
  const [typed, setTyped] = useState(false);
  const [pressed, setPressed] = useState(false);
  const [fresh, setFresh] = useState<OrderSummary | null>(null);
  const [found, ask] = useWhereabouts();
  const { uploading, count } = useUploads();
  const [now] = useState(() => Date.now());
  const { detail, action, jobs } = useReadyJobs({ action: wished, order, jobId });
  const concerned = chosen === null ? jobs : jobs.filter(({ id }) => id === chosen);
  const metres = metresTo(order, found);
  const fence = fenceOf(concerned);
  const far = isFar(metres, fence);
  // Nobody is said to have been where they were not.
  const address = typed ? values.address : far ? '' : order.oldmanAddress;
  const options = { onDone: onClose, onConflict: setFresh };
  const start = useOrderSend(workOrders.start, options);
  const finish = useOrderSend(workOrders.finish, options);
  const label = actionLabels[action] ?? '';
  // Nobody who goes for an alarm is asked why: its place is where the watch was.
  const needsReason = far && order.warningBusinessId === null;
  const missing = missingInVisit(action, concerned, values, needsReason);
  const needsPhoto = action === 'finish' && concerned.some(({ requiresPhoto }) => requiresPhoto);
  const early = action === 'start' ? earlyText(concerned, now) : null;
  const change = (part: Partial<VisitValues>) => setValues((now) => ({ ...now, ...part }));
  const confirm = () => {
    setPressed(true);
    if (missing.length > 0) return;
    const input = {
      id: order.id,
      // Of the order that was shown, or, once somebody was faster, of the one that is shown now.
      version: fresh ? fresh.version : order.version,
      address: address.trim(),
      ...(found.state === 'found' ? { lng: found.position.lng, lat: found.position.lat } : {}),
      ...(values.image ? { image: values.image } : {}),
      ...(needsReason ? { reason: values.reason.trim() } : {}),
      ...(chosen === null ? {} : { jobId: chosen }),
    };
    if (action === 'start') start.mutate(input);
    else finish.mutate({ ...input, ...finishInput(concerned, values) });
  };
  return (
    <DraftDialog
      title={label}
      okText={label}
      cancelText="取消"
      okButtonProps={{
        size: 'large',
        loading: start.isPending || finish.isPending,
        disabled: uploading || !detail.data || jobs.length === 0 || (found.state === 'asking' && address.trim() === ''),
      }}
      cancelButtonProps={{ size: 'large' }}
      onOk={confirm}
      isDirty={() => values !== EMPTY}
      onClose={onClose}
      className="y-visit"
    >
      <OrderLine order={fresh ?? order} />
      {fresh && <Alert type="warning" showIcon role="alert" title={fasterText(fresh)} description="页面已刷新，请确认后再操作。" />}
      {detail.isPending ? (
        <Skeleton active title={false} paragraph={{ rows: 2 }} />
      ) : (
        <JobChoice jobs={jobs} value={chosen} onChange={setChosen} />
      )}
      {detail.data && jobs.length === 0 && <Alert type="info" showIcon title="没有可操作的服务" />}
      {early && <Alert type="warning" showIcon role="note" title={early} />}
      <div className="y-visit-place">
        <VisitPlace found={found} ask={ask} metres={metres} fence={fence} far={far} />
      </div>
      {needsReason && (
        <div className="y-order-field">
          <VisitLabel htmlFor="y-visit-reason" required>
            超出围栏的原因
          </VisitLabel>
          <Input
            id="y-visit-reason"
            value={values.reason}
            maxLength={100}
            placeholder="如：陪同老人在医院就诊"
            status={pressed && !values.reason.trim() ? 'error' : ''}
            onChange={(event) => change({ reason: event.target.value })}
          />
        </div>
      )}
      <div className="y-order-field">
        <label htmlFor="y-visit-address">{label}地址</label>
        <Input
          id="y-visit-address"
          value={address}
          maxLength={200}
          allowClear
          prefix={<AimOutlined aria-hidden />}
          placeholder="请输入地址"
          onChange={(event) => {
            setTyped(true);
            change({ address: event.target.value });
          }}
        />
      </div>
      <div className="y-order-field">
        <VisitLabel htmlFor="y-visit-image" required={needsPhoto}>
          现场照片
        </VisitLabel>
        <UploadsContext value={count}>
          <ImageUpload id="y-visit-image" value={values.image} onChange={(image) => change({ image })} label="现场照片" rule={proof} />
        </UploadsContext>
      </div>
      {action === 'finish' && <VisitProofs jobs={concerned} values={values} change={change} leaveTo={go} />}
      {missing.length > 0 && (
        <Alert
          type={pressed ? 'error' : 'info'}
          showIcon
          role={pressed ? 'alert' : 'note'}
          title={`${pressed ? `还不能${label}，还缺` : `${label}前须完成`}：${missing.join('、')}`}
        />
      )}
    </DraftDialog>
  );
}

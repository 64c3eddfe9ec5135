/** The form of a visit: where one is, what proves it, one large button. */
import { Alert, App, Button, Input } from 'antd';
import { useState } from 'react';
import { isEmergency } from '#contract/warnings/handling.rules.ts';
import { formatTime } from '#web/ui/display.ts';
import { Where } from '#web/ui/place.tsx';
import type { Soon } from '#web/ui/soon.ts';
import { earlyText, finishInput, isFar, missingInVisit, type VisitValues } from '#web/work-orders/visit-form.ts';
import { VisitLabel } from '#web/work-orders/visit-label.tsx';
import { metresBetween, type Whereabouts } from '#web/work-orders/whereabouts.ts';
import { FinishFields } from './finish-fields.tsx';
import { Head } from './head.tsx';
import { wakeWhenOnline } from './install.ts';
import { visitLabels } from './job-card.tsx';
import { PhotoField } from './photo-field.tsx';
import { goBack } from './place.ts';
import { record } from './state.ts';
import type { OwnJob, Step } from './steps.ts';
import { sync } from './sync.ts';
import { PhonePlace } from './where.tsx';

interface Props {
  own: OwnJob;
  kind: 'start' | 'finish';
  found: Whereabouts;
  /** Locates again; null when the place is that of then. */
  ask: (() => void) | null;
  refused: Step | null;
  values: VisitValues;
  change: (part: Partial<VisitValues>) => void;
  keeper: Soon<VisitValues>;
}

/** As a carer says it; in the office it is the fence. */
const REASON = '不在服务地址的原因';

function bodyOf(
  { own, kind, found, values }: Pick<Props, 'own' | 'kind' | 'found' | 'values'>,
  far: boolean,
  at: number,
): Record<string, unknown> {
  const { job, workOrderId, oldmanAddress } = own;
  return {
    id: workOrderId,
    jobId: job.id,
    // Nobody is said to have been where they were not.
    address: found.state === 'found' && !far ? oldmanAddress : '',
    ...(found.state === 'found' ? { lng: found.position.lng, lat: found.position.lat } : {}),
    ...(values.image ? { image: values.image } : {}),
    ...(values.reason.trim() ? { reason: values.reason.trim() } : {}),
    occurredAt: formatTime(at),
    ...(kind === 'finish' ? finishInput([job], values) : {}),
  };
}

export function VisitForm({ own, kind, found, ask, refused, values, change, keeper }: Props) {
  const { message } = App.useApp();
  const [skipped, setSkipped] = useState(false);
  const [pressed, setPressed] = useState(false);
  const [busy, setBusy] = useState(false);
  const { job } = own;
  const back = { job: job.id };
  const label = visitLabels[kind];
  const metres = found.state === 'found' && own.map ? metresBetween(found.position, own.map) : null;
  const far = isFar(metres, job.fenceMetres);
  // Nobody who goes for an alarm is asked why: its place is where the watch was.
  const needsReason = far && own.warningType === null;
  // What was found is what closes the alarm.
  const needsResult = kind === 'finish' && isEmergency(own.warningType ?? '');
  const missing = [
    ...(needsReason && !values.reason.trim() ? [REASON] : []),
    ...(needsResult && !values.result.trim() ? ['服务记录'] : []),
    ...missingInVisit(kind, [job], values, false),
  ];
  const [early] = useState(() => (kind === 'start' && !refused ? earlyText([job], Date.now()) : null));
  const locating = found.state === 'asking' && !skipped;
  const confirm = async () => {
    setPressed(true);
    if (missing.length > 0 || busy) return;
    setBusy(true);
    // Recording puts the draft away: nothing may bring it back.
    keeper.drop();
    try {
      const added = await record({ kind, own, at: refused?.at ?? null, bodyAt: (at) => bodyOf({ own, kind, found, values }, far, at) });
      void message.open({ type: added ? 'success' : 'info', content: added ? `${label}已记录` : `已经${label}` });
      wakeWhenOnline();
      void sync();
      goBack(back);
    } catch {
      keeper.put(values);
      void message.error('手机存储空间不足，未能保存，请清理后重试');
    } finally {
      setBusy(false);
    }
  };
  return (
    <form
      className="c-form"
      onSubmit={(event) => {
        event.preventDefault();
        void confirm();
      }}
    >
      <Head title={label} hint={`${own.oldmanName} · ${job.serverProjectName}`} back={back} />
      <p>
        <Where {...own} />
      </p>
      {refused?.problem && <Alert type="error" showIcon role="alert" title={refused.problem.text} />}
      {early && <Alert type="warning" showIcon role="note" title={early} />}
      <PhonePlace
        found={found}
        ask={ask}
        metres={metres}
        fence={job.fenceMetres}
        far={far}
        needsReason={needsReason}
        skip={skipped ? null : () => setSkipped(true)}
      />
      {(needsReason || refused || values.reason) && (
        <div className="c-field">
          <VisitLabel htmlFor="c-reason" required={needsReason}>
            {REASON}
          </VisitLabel>
          <Input
            id="c-reason"
            size="large"
            value={values.reason}
            maxLength={100}
            placeholder="如：陪同老人在医院就诊"
            status={pressed && needsReason && !values.reason.trim() ? 'error' : ''}
            onChange={(event) => change({ reason: event.target.value })}
          />
        </div>
      )}
      {kind === 'finish' && <FinishFields own={own} values={values} change={change} />}
      <div className="c-field">
        <VisitLabel htmlFor="c-photo" required={kind === 'finish' && job.requiresPhoto}>
          现场照片
        </VisitLabel>
        <PhotoField id="c-photo" value={values.image} onChange={(image) => change({ image })} />
      </div>
      <footer className="c-foot">
        {pressed && missing.length > 0 && (
          <p role="alert" className="c-missing">
            还缺：{missing.join('、')}
          </p>
        )}
        <Button htmlType="submit" type="primary" block className={`c-do c-do-${kind}`} loading={busy} disabled={locating}>
          {locating ? '正在定位…' : refused ? '重新上传' : label}
        </Button>
      </footer>
    </form>
  );
}

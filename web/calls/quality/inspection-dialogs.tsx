/** Why a call is not scored, and why its agent appeals. */
import { callInspectionLabels as labels } from '#contract/calls/call-inspections.labels.ts';
import { callInspections } from '#contract/calls/call-inspections.ts';
import { useSend } from '#web/api/call.ts';
import { ReasonDialog } from '#web/ui/reason-dialog.tsx';
import { inspectionChanges, type Inspection } from './inspection.ts';

interface Props {
  one: Pick<Inspection, 'id' | 'version' | 'appealUntil'>;
  onClose: () => void;
}

export function SkipDialog({ one: { id, version }, onDone, onClose }: Props & { onDone: () => void }) {
  const send = useSend(callInspections.skip, { changes: inspectionChanges, onSuccess: onDone });
  return (
    <ReasonDialog
      title="该通话免检？"
      note="免检的通话不评分，也不会再被抽中。"
      label={labels.skipReason}
      placeholder="如：误拨，没有服务内容"
      okText="免检"
      most={200}
      pending={send.isPending}
      onOk={(reason) => send.mutate({ id, version, reason })}
      onClose={onClose}
    />
  );
}

export function AppealDialog({ one: { id, version, appealUntil }, onClose }: Props) {
  const send = useSend(callInspections.appeal, { changes: inspectionChanges, onSuccess: onClose });
  return (
    <ReasonDialog
      title="对评分提出申诉"
      note={`每次质检可以申诉一次，由评分人以外的人裁定，结果会通知您。${appealUntil === null ? '' : `申诉截止于${appealUntil.slice(0, 10)}。`}`}
      label={labels.appealReason}
      placeholder="如：开头已报出机构名称，在录音第3秒"
      okText="提交申诉"
      harmless
      most={500}
      pending={send.isPending}
      onOk={(reason) => send.mutate({ id, version, reason })}
      onClose={onClose}
    />
  );
}

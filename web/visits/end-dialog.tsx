/** Ends a plan for good. */
import { visitPlanLabels } from '#contract/visits/visit-plans.labels.ts';
import { visitPlans } from '#contract/visits/visit-plans.ts';
import { useSend } from '#web/api/call.ts';
import { ReasonDialog } from '#web/ui/reason-dialog.tsx';
import { changes } from './visit-calls.ts';

export function EndDialog({
  plan: { id, version, name },
  onClose,
}: {
  plan: { id: number; version: number; name: string };
  onClose: () => void;
}) {
  const send = useSend(visitPlans.end, { ...changes, onSuccess: onClose });
  return (
    <ReasonDialog
      title={`结束“${name}”`}
      note="结束后不能再开始，还没有进行的探访任务会取消。"
      label={visitPlanLabels.endReason}
      placeholder="如 项目期满"
      okText="结束"
      most={200}
      pending={send.isPending}
      onOk={(reason) => send.mutate({ id, version, reason })}
      onClose={onClose}
    />
  );
}

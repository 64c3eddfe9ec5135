/** How an alarm may be decided, and when one that was confirmed and then left alone asks again. Pure. */
import { orderStatus } from '../work-orders/work-orders.rules.ts';
import { disposalLabels, disposals, isOpen, modes } from './warnings.rules.ts';

/** A person called for help, or fell: the warning is never closed without a word about what was found. */
export const isEmergency = (rule: string) => rule === 'sos' || rule === 'fall';

/** What staff write again and again, by how an emergency is decided: a reason is one press. */
export const quickResults: Record<number, readonly string[]> = {
  [disposals.handled]: ['已电话联系，老人无恙', '已到房间查看，无异常', '已协助起身，生命体征平稳', '已送医，家属已知晓'],
  [disposals.inProgress]: ['电话无人接听', '已通知家属', '正赶往房间'],
  [disposals.falseTrigger]: ['误触按钮，已确认老人安全', '佩戴不当误报，老人安全', '已到房间查看，老人安全'],
  [disposals.test]: ['设备测试', '演练', '新设备佩戴试按'],
};

export interface Decision {
  rule: string;
  processMode: number;
  isDisposed: number;
  remark: string | null;
  /** Status of the warning's newest order that was not cancelled, null without one. */
  orderStatus: number | null;
}

/** Whether an order’s status says that its visit has ended; null is no order. */
export const isVisitOver = (status: number | null) => status === orderStatus.finished || status === orderStatus.rated;

/**
 * What becomes of a warning by a decision: `status` to store and whether it differs
 * from what was asked for, or why it is refused. An SOS or a fall is closed with a remark only. One with a visit stays in progress until
 * the visit is over, also when another status was chosen.
 */
export function decide({
  rule,
  processMode,
  isDisposed,
  remark,
  orderStatus: order,
}: Decision): { status: number; kept: boolean } | { refusal: string } {
  if (!isEmergency(rule)) return { status: isDisposed, kept: false };
  if (processMode === modes.visit && isDisposed === disposals.handled && !isVisitOver(order))
    return { status: disposals.inProgress, kept: true };
  if (isDisposed !== disposals.inProgress && !remark?.trim())
    return {
      refusal:
        isDisposed === disposals.handled
          ? 'SOS求助和跌倒须填写处理结果后才能关闭'
          : `SOS求助和跌倒设为${disposalLabels[isDisposed]}须填写原因`,
    };
  return { status: isDisposed, kept: false };
}

/** Seconds after which an urgent alarm asks again, unless the institution's parameter of that name says otherwise. */
export const patienceDefaults = {
  UNDECIDED_SECONDS: 180,
  UNDISPATCHED_SECONDS: 60,
  UNSTARTED_SECONDS: 600,
  UNFINISHED_SECONDS: 3600,
} as const;
export type Patience = keyof typeof patienceDefaults;
/** Bounds of these parameters: an alarm always asks again within a day. */
export const PATIENCE_LEAST = 30;
export const PATIENCE_MOST = 86_400;

export interface Standing {
  status: number;
  processMode: number | null;
  /** As in `Decision`. */
  orderStatus: number | null;
}

/** What a confirmed open warning waits for: how long, and the words when it asks again. */
export function waitOf({ status, processMode, orderStatus: order }: Standing): { patience: Patience; why: string } {
  switch (order) {
    case orderStatus.unassigned:
      return { patience: 'UNDISPATCHED_SECONDS', why: '已起草工单，尚未派单' };
    case orderStatus.paused:
      return { patience: 'UNDISPATCHED_SECONDS', why: '上门工单已暂停' };
    case orderStatus.assigned:
      return { patience: 'UNSTARTED_SECONDS', why: '已派单，护理员尚未签到' };
    case orderStatus.inProgress:
      return { patience: 'UNFINISHED_SECONDS', why: '护理员已签到，尚未签退' };
  }
  if (status === disposals.open) return { patience: 'UNDECIDED_SECONDS', why: '已确认收到，尚未处理' };
  if (isVisitOver(order)) return { patience: 'UNDECIDED_SECONDS', why: '上门服务已完成，预警尚未关闭' };
  if (processMode === modes.visit) return { patience: 'UNDISPATCHED_SECONDS', why: '上门工单已取消，尚未重新安排' };
  return { patience: 'UNFINISHED_SECONDS', why: '一直处理中，尚无结果' };
}

/** Why a warning asks again at once when its order goes back from `before` to `after`; null when it does not. */
export function setbackOf(before: number, after: number): string | null {
  if (before === after) return null;
  if (after === orderStatus.cancelled) return '上门工单已取消，请重新安排';
  if (after === orderStatus.paused) return '上门工单已暂停';
  return after === orderStatus.unassigned ? '上门人员已退回，尚未重新派单' : null;
}

/** A visit was decided, and no carer is assigned yet. */
export const isUndispatched = ({ workOrderState }: { workOrderState: number | null }) => workOrderState === orderStatus.unassigned;

/** A carer was sent and the visit is not over. */
export const isOnTheWay = ({ workOrderState }: { workOrderState: number | null }) =>
  workOrderState === orderStatus.assigned || workOrderState === orderStatus.inProgress;

/** Whether a visit can be sent right now: an open SOS or fall of a person to whom no carer is on the way. */
export const awaitsCarer = (warning: { rule: string; isDisposed: number; oldmanId: number | null; workOrderState: number | null }) =>
  isEmergency(warning.rule) && isOpen(warning.isDisposed) && warning.oldmanId !== null && !isOnTheWay(warning);

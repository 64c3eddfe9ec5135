/** The words for what stands in calls: who ended them, their legs, what happened. Pure. */
import { callLength } from '../warnings/warning-records.rules.ts';

export const endedByLabels: Readonly<Record<number, string>> = { 1: '对方', 2: '坐席', 3: '系统' };
export const legKindLabels: Readonly<Record<number, string>> = { 1: '坐席', 2: '电话', 3: '网页' };
export const legPartLabels: Readonly<Record<number, string>> = { 1: '通话', 2: '监听', 3: '耳语', 4: '咨询' };
export const satisfactionLabels: Readonly<Record<number, string>> = { 1: '很不满意', 2: '不满意', 3: '一般', 4: '满意', 5: '很满意' };

export const callbackLabels: Readonly<Record<number, string>> = { 1: '待回电', 2: '已回电', 3: '本人已来电', 4: '不再回电' };

/** What happened to a call, as `call_events.what` says it. */
export const callEventLabels: Readonly<Record<string, string>> = {
  answered: '接听',
  barge: '强插',
  cancelled: '取消',
  coach: '耳语',
  conference: '三方通话',
  'consult-answered': '咨询接通',
  'consult-completed': '咨询后转接',
  'consult-ended': '咨询结束',
  consults: '咨询',
  dialled: '拨号',
  ended: '结束',
  forwarded: '转外线',
  held: '保持',
  intercepted: '接管',
  invited: '邀请',
  joined: '加入',
  left: '离开',
  menu: '语音导航',
  monitor: '监听',
  'monitor-ended': '监听结束',
  muted: '静音',
  'no-answer': '无人应答',
  'party-answered': '对方接通',
  'party-left': '对方离开',
  'party-lost': '对方失去联系',
  queued: '进入排队',
  refused: '拒接',
  'refused-caller': '拦截来电',
  'call-back-asked': '预约回电',
  'call-back-done': '已回电',
  'call-back-dropped': '不再回电',
  'call-back-missed': '回电未接通',
  'call-back-again': '再次来电未接通，恢复待回电',
  'call-back-turn': '轮到回电，自动拨出',
  'caller-came': '对方正在来电，停止拨出',
  'came-again': '本人再次来电',
  removed: '移出会议',
  requeued: '重新排队',
  retrieved: '取消保持',
  rings: '振铃',
  'seat-lost': '坐席掉线',
  transferred: '转接',
  unmuted: '取消静音',
};

/** `3分05秒`; `--` for a call that was not spoken in. */
export const durationText = (seconds: number | null): string => (seconds === null ? '--' : callLength(seconds));

/** 现在: what waits for a person who may see and act on it, in the order of urgency. Pure; times are Shanghai's `yyyy-MM-dd HH:mm:ss`. */
import { MINUTE, instantOf } from '../time.ts';

interface Kind {
  /** Of the filter. */
  readonly label: string;
  /** Of the button. */
  readonly action: string;
  /** The permission without which the row is only looked at; absent where all who see the row may act. */
  readonly needs?: string;
  /** Said where the source cannot be read. */
  readonly source: string;
}

/** What waits, by its source. Equally urgent rows of several kinds stand in this order. */
export const nowKinds = {
  alarm: { label: '预警', action: '处理', needs: 'warning_devicewarning_handle', source: '预警' },
  returned: { label: '要求改派', action: '改派', source: '要求改派的工单' },
  dispatch: { label: '待派单', action: '派单', source: '待派单的工单' },
  late_order: { label: '超时工单', action: '跟进', source: '超时工单' },
  own_job: { label: '我的服务', action: '去服务', source: '我的服务' },
  incident: { label: '不良事件', action: '处理', source: '不良事件' },
  incident_measure: { label: '整改措施', action: '去完成', source: '整改措施' },
  ticket: { label: '诉求', action: '处理', needs: 'business_ticket_edit', source: '诉求' },
  observation: { label: '观察任务', action: '去录入', needs: 'tenant_health_add', source: '观察任务' },
  restraint: { label: '约束', action: '去查看', needs: 'members_restraint_do', source: '约束' },
  care_task: { label: '照护任务', action: '去执行', needs: 'members_caretask_do', source: '照护任务' },
  patrol: { label: '巡视', action: '去巡视', needs: 'members_round_do', source: '巡视' },
  meal_refused: { label: '连续未吃', action: '查看', source: '用餐记录' },
  visit: { label: '探访', action: '去探访', needs: 'members_visittask_do', source: '探访任务' },
  visit_lost: { label: '未完成的探访', action: '去改期', needs: 'members_visittask_assign', source: '未完成的探访' },
  visit_missed: { label: '多次未见到人', action: '去处理', needs: 'members_visittask_assign', source: '未见到人的探访' },
  handover: { label: '待接班', action: '接班', source: '交接班' },
  outing_overdue: { label: '外出未归', action: '登记返回', needs: 'business_bcvisitor_desk', source: '外出登记' },
  visitor_overdue: { label: '访客未离院', action: '登记离院', needs: 'business_bcvisitor_desk', source: '在院访客' },
  visitor_pending: { label: '来访审核', action: '审核', needs: 'business_bcvisitorsrecord_edit', source: '来访预约' },
  approval: { label: '待审批', action: '审批', source: '审批' },
  device_offline: { label: '设备离线', action: '去检查', source: '离线设备' },
  low_battery: { label: '电量低', action: '去检查', source: '低电量设备' },
  callback: { label: '预约回电', action: '回拨', needs: 'cloudcall_workbench', source: '预约回电' },
  followup: { label: '差评回访', action: '回访', source: '回访' },
  inspection_appeal: { label: '质检申诉', action: '裁定', source: '质检申诉' },
  inspection_result: { label: '质检结果', action: '查看', source: '质检结果' },
  inspection: { label: '待质检', action: '去评分', source: '待评分的通话' },
  receipt: { label: '到账核实', action: '核实', source: '转账回执' },
  claim: { label: '款项复核', action: '复核', source: '款项登记' },
  refund: { label: '待退款', action: '退款', source: '待退款项' },
  invoice: { label: '待开票', action: '开票', source: '发票申请' },
  registration: { label: '注册审核', action: '审核', source: '注册申请' },
  tenant_end: { label: '租户到期', action: '查看', source: '到期租户' },
  renewal: { label: '产品包到期', action: '续费', source: '产品包期限' },
  package_payment: { label: '产品包待支付', action: '去支付', source: '订购订单' },
  goods_pay: { label: '待收款', action: '收款', source: '待收款订单' },
  goods_ship: { label: '待发货', action: '发货', source: '待发货订单' },
  application: { label: '加入申请', action: '审核', source: '加入申请' },
  invitation: { label: '收到的邀请', action: '查看', source: '收到的邀请' },
  dead_job: { label: '未送出的任务', action: '重新发送', source: '未送出的任务' },
  purchase: { label: '待入库', action: '入库', source: '物资采购' },
  home_booking: { label: '居家预约', action: '确认', needs: 'members_homebooking_confirm', source: '居家预约' },
  enquiry: { label: '咨询跟进', action: '跟进', source: '入住咨询' },
  admission: { label: '待入住', action: '办理入住', source: '入住办理' },
  earnest: { label: '定金待处理', action: '退还或不退', needs: 'members_oldmanaccount_withdraw', source: '定金' },
  contract_end: { label: '合同到期', action: '续签', source: '入住合同' },
  document_expiry: { label: '文件到期', action: '去更新', needs: 'members_persondocument_add', source: '档案文件' },
  checkout: { label: '退住办理', action: '办理', source: '退住办理' },
  account_low: { label: '余额不足', action: '充值', needs: 'members_oldmanaccount_recharge', source: '账户' },
  care_review: { label: '照护复核', action: '复核', source: '照护计划' },
  stock_low: { label: '库存不足', action: '补货', source: '库存' },
  menu_missing: { label: '缺菜谱', action: '去编排', source: '膳食计划' },
  sample_missing: { label: '未留样', action: '去留样', source: '留样' },
  sample_due: { label: '留样到期', action: '去销毁', source: '留样' },
  assessment: { label: '评估到期', action: '去评估', needs: 'members_assessment_add', source: '评估' },
  assessment_event: { label: '变化后评估', action: '去评估', needs: 'members_assessment_add', source: '变化后评估' },
  risk_gap: { label: '九防缺项', action: '去评估', source: '九防评估' },
  not_measured: { label: '缺测', action: '去录入', source: '缺测' },
} as const satisfies Record<string, Kind>;

export type NowKind = keyof typeof nowKinds;
export const nowKindNames = Object.keys(nowKinds) as [NowKind, ...NowKind[]];

/** So many rows are shown at most, so many of them of one kind; of a kind it is counted so far. */
export const MOST_NOW = 100;
export const MOST_OF_KIND = 50;
export const COUNTED_NOW = 1000;

/** What of an alarm comes first where alarms are equally grave: it is not confirmed yet, it asks again, it is in progress. */
export const phases = { unanswered: 0, again: 1, other: 2 } as const;

export interface Urgency {
  readonly kind: NowKind;
  readonly id: number;
  /** 1 urgent … 4 notice. */
  readonly severity: number;
  /** Of `phases`. */
  readonly phase: number;
  readonly since: string | null;
  /** Until when it is to be done; null: at no certain time. */
  readonly due: string | null;
}

/** Whole minutes by which something is later at `now` (epoch ms) than it is to be done; 0 before that and without a time. */
export const overdueMinutes = (due: string | null, now: number): number =>
  due === null ? 0 : Math.max(0, Math.floor((now - instantOf(due)) / MINUTE));

/** Earlier first, what has no time last. */
const byTime = (a: string | null, b: string | null) => (a === b ? 0 : a === null ? 1 : b === null ? -1 : a < b ? -1 : 1);

/**
 * Compares two rows at `now` (epoch ms): graver first, then what waits unconfirmed, then what is overdue for longer, then
 * what is due and has waited since earlier. Rows that differ are never equal: their kind and id decide at last.
 */
export function byUrgency(a: Urgency, b: Urgency, now: number): number {
  return (
    a.severity - b.severity ||
    a.phase - b.phase ||
    overdueMinutes(b.due, now) - overdueMinutes(a.due, now) ||
    byTime(a.due, b.due) ||
    byTime(a.since, b.since) ||
    nowKindNames.indexOf(a.kind) - nowKindNames.indexOf(b.kind) ||
    a.id - b.id
  );
}

/** The most urgent rows at `now` (epoch ms), at most `most`, in their order. */
export const mostUrgent = <T extends Urgency>(rows: readonly T[], now: number, most = MOST_NOW): T[] =>
  rows.toSorted((a, b) => byUrgency(a, b, now)).slice(0, most);

/**
 * The most urgent rows of all sources at `now` (epoch ms). Each source gives its most urgent ones of `total`. Where it has more, the
 * list ends with its last row: what it holds back could stand next.
 */
export function mergedNow<T extends Urgency>(sources: readonly { rows: readonly T[]; total: number }[], now: number): T[] {
  const all = mostUrgent(
    sources.flatMap(({ rows }) => rows),
    now,
    Infinity,
  );
  const ends = sources
    .filter(({ rows, total }) => rows.length > 0 && rows.length < total)
    .map(({ rows }) => all.indexOf(mostUrgent(rows, now, Infinity).at(-1) as T) + 1);
  return all.slice(0, Math.min(MOST_NOW, ...ends));
}

/** How urgent something is that has a limit: serious after it, ordinary within half an hour before it, else a notice. */
export function severityOfDue(due: string | null, now: number): number {
  if (due === null) return 4;
  const left = instantOf(due) - now;
  return left < 0 ? 2 : left <= 30 * MINUTE ? 3 : 4;
}

/** What is said of a row that does not wait any more: a device that is back or a value that came was no work of staff. */
export const goneText = (kind: NowKind): string =>
  kind === 'device_offline' || kind === 'low_battery' ? '已恢复' : kind === 'not_measured' ? '已测量' : '已处理';

/** The words of the button: those who may not act look at it. */
export function actionOf(kind: NowKind, can: (permission: string) => boolean): string {
  const { action, needs }: Kind = nowKinds[kind];
  return needs === undefined || can(needs) ? action : '查看';
}

/** Of so many people values may be missing before they stand in one row: a round is made for them, and not one entry after another. */
export const MOST_SINGLE_MISSING = 3;

/** The round at an hour of the day (0 to 23): in the morning until noon, then until evening, then until the morning. */
export const roundAt = (hour: number): string => (hour >= 4 && hour < 12 ? '晨测' : hour >= 12 && hour < 17 ? '午测' : '晚测');

/** `68 人未测，1号楼 2层起`: people of whom a value is missing, and where the first of them lives; null: they have no bed. */
export const missingText = (people: number, first: string | null): string =>
  `${countText(people)} 人未测${first === null ? '' : `，${first}起`}`;

interface Linked {
  kind: NowKind;
  id: number;
  /** The row that it belongs to, as the order of a follow-up. */
  link: number | null;
  personId: number | null;
  name: string;
  note: string | null;
}

const order = (id: number | null) => `/order/workorder/detail?id=${id}`;
const inspection = (id: number) => `/cloudcall/inspection?id=${id}`;
const person = (id: number | null) => `/health/person?id=${id}`;
/** A list that keeps to what a row is about. */
function list(path: string, about: Record<string, string | null>): string {
  const known = Object.entries(about).flatMap(([name, text]) => (text === null ? [] : [[name, text]]));
  return `${path}${path.includes('?') ? '&' : '?'}${new URLSearchParams(known)}`;
}

const ROUNDS = {
  not_measured: '/health/entry?only=missing',
  observation: '/health/observation?due=true',
  care_task: '/care/task?state=2',
} satisfies Partial<Record<NowKind, string>>;

const PAGES: Record<NowKind, (row: Linked) => string> = {
  alarm: ({ id }) => `/warning/warning/index?id=${id}`,
  returned: ({ id }) => order(id),
  dispatch: ({ id }) => order(id),
  late_order: ({ id }) => order(id),
  own_job: ({ link }) => order(link),
  observation: ({ personId }) => person(personId),
  not_measured: ({ personId }) => (personId === null ? ROUNDS.not_measured : person(personId)),
  incident: ({ id }) => `/incident/detail?id=${id}`,
  incident_measure: ({ link }) => `/incident/detail?id=${link}`,
  checkout: ({ id }) => `/stay/checkout/detail?id=${id}`,
  document_expiry: ({ link }) => `/files?state=${link}`,
  assessment: ({ id }) => `/assessment/form?again=${id}`,
  assessment_event: ({ name }) => list('/assessment/index?tab=due', { oldmanName: name }),
  risk_gap: () => '/risk/index?gap=any',
  ticket: ({ id }) => `/ticket/detail?id=${id}`,
  restraint: ({ id }) => `/care/restraint/detail?id=${id}`,
  care_task: () => ROUNDS.care_task,
  care_review: ({ id }) => `/care/plan?id=${id}`,
  patrol: ({ name }) => list('/care/round', { at: name }),
  meal_refused: ({ personId }) => `/oldMan/detail?id=${personId}&tabid=care&isview=true`,
  menu_missing: ({ note }) => list('/management/managedietplan/index', { startDate: note, endDate: note }),
  sample_missing: () => '/management/foodsample?add=1',
  sample_due: () => '/management/foodsample?state=1',
  visit: ({ id }) => `/management/visittask/index?id=${id}`,
  visit_lost: ({ id }) => `/management/visittask/index?id=${id}`,
  visit_missed: ({ id }) => `/oldMan/detail?id=${id}&tabid=visit&isview=true`,
  handover: ({ id }) => `/handover/detail?id=${id}`,
  outing_overdue: () => '/visitors/index?tab=outings&overdue=true',
  visitor_overdue: () => '/visitors/index?tab=desk',
  visitor_pending: () => '/visitors/index?tab=bookings&state=1',
  approval: ({ id }) => `/activti/detail/${id}`,
  device_offline: ({ id }) => `/device/detail?id=${id}`,
  low_battery: ({ id }) => `/device/detail?id=${id}`,
  callback: ({ id }) => `/cloudcall/record?callback=1&id=${id}`,
  // With the form of the row open, as its button says.
  followup: ({ id, name }) => list('/order/followup?status=1', { oldmanName: name, finish: String(id) }),
  inspection_appeal: ({ id }) => inspection(id),
  inspection_result: ({ id }) => inspection(id),
  inspection: () => '/cloudcall/inspection?state=1',
  receipt: ({ link }) => `/platform/verification?order=${link}`,
  claim: ({ note }) => list('/platform/order?claim=true', { orderNo: note }),
  refund: ({ id, note }) => list('/platform/order?refund=true', { orderNo: note, repay: String(id) }),
  invoice: ({ note }) => list('/platform/invoice?state=1', { orderNo: note }),
  registration: ({ name }) => list('/admin/registration/index?state=1', { name }),
  tenant_end: ({ name }) => list('/admin/tenant/index', { name }),
  renewal: () => '/subscription/index',
  package_payment: () => '/subscription/index',
  goods_pay: ({ id }) => `/order/detail?id=${id}&ask=pay`,
  goods_ship: ({ id }) => `/order/detail?id=${id}&ask=ship`,
  application: () => '/admin/sysuserinvite/index?kind=2&status=0',
  invitation: () => '/userPanel?name=invitations',
  dead_job: () => '/admin/dead-job/index?state=1',
  purchase: ({ id }) => `/business/material-purchase/detail?id=${id}`,
  home_booking: ({ id }) => `/homebook?id=${id}`,
  enquiry: ({ id }) => `/stay/enquiry?id=${id}`,
  admission: ({ note }) => list('/stay/admission', { number: note }),
  earnest: ({ link, note }) => (link === null ? list('/stay/admission', { number: note }) : `/stay/enquiry?id=${link}`),
  contract_end: ({ personId }) => `/oldMan/detail?id=${personId}&tabid=contract&isview=true`,
  account_low: ({ id }) => `/members/account?oldmanId=${id}&recharge=true`,
  stock_low: ({ name }) => list('/business/bcmaterial?low=true', { name }),
};

/** The page on which a row is seen whole; where that is a list, it keeps to the row. */
export const pageOfNow = (row: Linked): string => PAGES[row.kind](row);

/** The page on which all rows of a kind are done in the order of the house; null where there is none. */
export const roundOfNow = (kind: NowKind | null): string | null => (kind && (ROUNDS as Partial<Record<NowKind, string>>)[kind]) ?? null;

/** `1000+` from there on. */
export const countText = (count: number): string => (count > COUNTED_NOW ? `${COUNTED_NOW}+` : String(count));

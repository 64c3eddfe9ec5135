/** What a ticket (诉求) can be, and the words for it. Pure. */

export const ticketStates = { new: 1, working: 2, waiting: 3, solved: 4, closed: 5, merged: 6 } as const;
export const ticketStateLabels: Record<number, string> = {
  1: '待受理',
  2: '处理中',
  3: '等待诉求人',
  4: '已解决',
  5: '已关闭',
  6: '已合并',
};

/** The states of a ticket that staff still have to do with; the others are history. */
export const openStates: readonly number[] = [ticketStates.new, ticketStates.working, ticketStates.waiting, ticketStates.solved];
/** The clock of a ticket runs. */
export const isRunning = (state: number): boolean => state === ticketStates.new || state === ticketStates.working;

export const COMPLAINT = 2;
export const ticketTypes: Record<number, string> = { 1: '咨询', 2: '投诉', 3: '建议', 4: '求助', 5: '表扬', 6: '其他' };
export const ticketPriorities: Record<number, string> = { 1: '紧急', 2: '高', 3: '普通', 4: '低' };
export const USUAL_PRIORITY = 3;

/** Where a ticket comes from. `call` waits for the call centre. */
export const ticketSources = {
  staff: '员工登记',
  family: '家属填写',
  warning: '预警',
  workorder: '工单',
  'questionnaire-result': '问卷结果',
  visitor: '访客',
  visit: '探访',
  call: '来电',
} as const;
export type TicketSource = keyof typeof ticketSources;
export const ticketSourceNames = Object.keys(ticketSources) as [TicketSource, ...TicketSource[]];

/** The lists that staff choose from. */
export const ticketViews = {
  all: '全部',
  mine: '我的',
  unassigned: '未分配',
  followed: '我关注的',
  soon: '即将超时',
  overdue: '已超时',
} as const;
export type TicketView = keyof typeof ticketViews;
export const ticketViewNames = Object.keys(ticketViews) as [TicketView, ...TicketView[]];

export const messageKinds = { reply: 1, note: 2, asker: 3 } as const;
export const ticketMessageLabels: Record<number, string> = { 1: '回复', 2: '内部备注', 3: '诉求人' };

/** Whether a complaint was answered, or has its result, in time. */
export const inTime: Record<number, string> = { 0: '期限内', 1: '是', 2: '否' };

/** What the words in braces of a canned answer can stand for. */
export const replyWords = ['诉求人', '编号', '服务对象', '处理人', '机构'] as const;
export type ReplyWords = Readonly<Partial<Record<(typeof replyWords)[number], string | null>>>;

/** A canned answer with its words put in; what is not known stays as it stands, so that it is seen. */
export const fillReply = (text: string, words: ReplyWords): string =>
  text.replace(/\{([^{}]{1,6})\}/g, (whole, name: string) => (words as Record<string, string | null | undefined>)[name] || whole);

/** So many characters has the code by which the family finds its ticket. No 0, O, 1, I, L. */
export const CODE_ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
export const CODE_LENGTH = 8;

/** How long a colleague counts as present after the last sign, and how often a page gives one. */
export const PRESENT_MS = 45_000;
export const PRESENCE_EVERY_MS = 20_000;

/** `SQ`, day, serial. */
export const ticketNumber = (day: string, serial: number): string => `SQ${day.replaceAll('-', '')}${String(serial).padStart(4, '0')}`;

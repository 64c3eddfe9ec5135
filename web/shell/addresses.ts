/** Where the pages are that other areas lead to. */

export const PEOPLE = '/oldMan/index';
/** Registering a person; with `?id=` the steps after it. */
export const REGISTER = '/oldMan/add';

export type PersonTab =
  | 'today'
  | 'timeline'
  | 'basic'
  | 'health'
  | 'device'
  | 'warning'
  | 'order'
  | 'package'
  | 'account'
  | 'ticket'
  | 'care'
  | 'incident'
  | 'risk'
  | 'assessment'
  | 'contract'
  | 'document'
  | 'visit';

/** Records that may be one person's. */
export const DUPLICATES = '/oldMan/duplicates';
/** People whose records need not be kept any more. */
export const ERASABLE = '/oldMan/erasable';

/** The detail page of a person, at one of its tabs. */
export const personAddress = (id: number, tab: PersonTab = 'today') => `/oldMan/detail?id=${id}&tabid=${tab}&isview=true`;

/** What a tenant has of the platform, for those who sell. */
export const saleAddress = (tenantId: number) => `/platform/order?sell=${tenantId}`;

/** 房间床位: the house as a tree. */
export const ROOMS = '/business/bcroom/index';

export const DEVICES = '/device/index';
/** The detail page of a device. */
export const deviceAddress = (id: number) => `/device/detail?id=${id}`;

export const HEALTH = '/health/index';
/** The health page of a person. */
export const healthAddress = (personId: number) => `/health/person?id=${personId}`;
/** The temperature sheet of a person. */
export const sheetAddress = (personId: number) => `/health/sheet?id=${personId}`;

/** The chart (记录单) of a person, from the first to the last day. */
export const chartAddress = (personId: number, kind: string, [first, last]: readonly [string, string]) =>
  `/care/chart?${new URLSearchParams({ id: String(personId), kind, first, last })}`;

export const INCIDENTS = '/incident/index';
/** The detail page of an incident (不良事件). */
export const incidentAddress = (id: number) => `/incident/detail?id=${id}`;
/** The form of a new incident, with what is known from where it was asked for. */
export const newIncidentAddress = (from: { warning?: number; person?: number; type?: number }) =>
  `${INCIDENTS}?${new URLSearchParams({ add: '1', ...Object.fromEntries(Object.entries(from).map(([name, id]) => [name, String(id)])) })}`;

export const CHECKOUTS = '/stay/checkout';
/** The detail page of a check-out (退住办理). */
export const checkoutAddress = (id: number) => `${CHECKOUTS}/detail?id=${id}`;
/** The form of a new check-out of a person. */
export const newCheckoutAddress = (person: number) => `${CHECKOUTS}?add=1&person=${person}`;

export const VISITS = '/management/visittask/index';
export const VISIT_OVERVIEW = '/management/visittask/overview';
export const VISIT_PLANS = '/management/managevisitplan/index';
export const NEW_VISIT_PLAN = '/management/managevisitplan/add';
/** The detail page of a visit plan (探访计划). */
export const visitPlanAddress = (id: number) => `/management/managevisitplan/detail/${id}`;
/** The list of visits with one of them open. */
export const visitAddress = (id: number) => `${VISITS}?id=${id}`;

export const TICKETS = '/ticket/index';
/** The detail page of a ticket (诉求). */
export const ticketAddress = (id: number) => `/ticket/detail?id=${id}`;
/** The form of a new ticket that comes from a row of another area; the kinds are those of the contract. */
export const newTicketAddress = (kind: 'warning' | 'workorder' | 'questionnaire-result' | 'visitor' | 'visit', id: number) =>
  `${TICKETS}?add=1&kind=${kind}&from=${id}`;

/** The detail page of a work order, without its button back to the list of orders. */
export const orderAddress = (id: number) => `/order/workorder/detail?id=${id}&from=warning`;

/** The list of approvals of the signed-in person. */
export const APPROVALS = '/approval/index';
/** The page of one approval: what was applied for, who decides, and the buttons for it. */
export const approvalAddress = (caseId: number) => `/activti/detail/${caseId}`;

/** The day over homes, and one home on a day. */
export const HOME_DAYS = '/ailecare';
export const homeDayAddress = (personId: number, day: string) => `${HOME_DAYS}/detail?id=${personId}&day=${day}`;

/** The designer of a questionnaire, at one of its sub-pages. */
export const designAddress = (key: string, part = 'editor') => `/questionnaire/form?key=${key}&tab=${part}`;
/** Where strangers fill in a questionnaire. */
export const publicQuestionnaire = (key: string) => `/s/${key}`;

/** The records of calls, with one of them open. */
export const callRecordAddress = (id: number) => `/cloudcall/record?id=${id}`;

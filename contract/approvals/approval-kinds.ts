/**
 * What can be asked for by an approval. An area that asks for one adds its line here, and what the server says of it to
 * `declareApproval` (server/approvals/approval-subjects.ts).
 */

/** A value that conditions of a flow compare. `choice`: one of `options`, a text. */
export interface ApprovalVariable {
  readonly label: string;
  readonly unit?: string;
  readonly options?: readonly string[];
}

interface Kind {
  readonly label: string;
  readonly variables: Readonly<Record<string, ApprovalVariable>>;
  /** Fields of the form that name people, who can so be deciders. */
  readonly people: Readonly<Record<string, string>>;
}

export const approvalKinds = {
  /** A form that the institution makes itself; its variables and people come from the form's fields. */
  general: { label: '通用申请', variables: {}, people: {} },
  staff_leave: {
    label: '员工请假',
    variables: {
      days: { label: '请假天数', unit: '天' },
      type: { label: '请假类型', options: ['事假', '病假', '年假', '婚假', '产假', '丧假', '调休'] },
    },
    people: { handTo: '工作交接人' },
  },
  material_purchase: {
    label: '物资采购',
    variables: { amount: { label: '采购金额', unit: '元' } },
    people: {},
  },
  account: {
    label: '账户调整与退款',
    variables: { amount: { label: '金额', unit: '元' } },
    people: {},
  },
  earnest: {
    label: '定金处理',
    variables: { amount: { label: '金额', unit: '元' } },
    people: {},
  },
  admission: {
    label: '入住申请',
    variables: { monthFee: { label: '月费合计', unit: '元' }, deposit: { label: '押金', unit: '元' } },
    people: {},
  },
} as const satisfies Record<string, Kind>;

export type ApprovalKind = keyof typeof approvalKinds;
export const approvalKindNames = Object.keys(approvalKinds) as [ApprovalKind, ...ApprovalKind[]];

/** Where one asks for an approval of a kind; a general one is asked for on the page of approvals itself. */
export const approvalPages: Partial<Record<ApprovalKind, string>> = {
  staff_leave: '/staff-leave/index?add=true',
  material_purchase: '/business/material-purchase?add=true',
  admission: '/stay/admission?add=true',
};

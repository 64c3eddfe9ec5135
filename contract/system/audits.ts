/** The tamper-evident record: every row of the operation log and of what it changed, chained by hashes per tenant (docs/decisions/015). */
import { z } from 'zod';
import { dateTime, id, int, nothing, orNull, page, paging } from '../fields.ts';
import { get, post } from '../http.ts';

export const RowChange = z.object({
  id: z.number(),
  tableName: z.string(),
  rowId: z.number(),
  /** 1 added, 2 changed, 3 removed. */
  action: z.number(),
  /** The columns that changed, by name; numbers of phones and identities are masked, secrets are "***". */
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
  createTime: z.string(),
});

export const Seal = z.object({
  seq: z.number(),
  /** 1 a row of the operation log, 2 a row of what changed. */
  kind: z.number(),
  rowId: z.number(),
  title: z.string().nullable(),
  createBy: z.string().nullable(),
  createTime: z.string().nullable(),
  /** SHA-256, hexadecimal. */
  hash: z.string(),
  sealedTime: z.string(),
});

/**
 * A head that was signed and written outside the database: for the rows after `from`
 * up to `seq`. Heads of earlier versions have no `from` and stand for all up to `seq`.
 */
export const SignedHead = z.object({
  tenant: z.number(),
  from: z.number().optional(),
  seq: z.number(),
  hash: z.string(),
  at: z.string(),
  signature: z.string(),
});
export type SignedHead = z.output<typeof SignedHead>;

/** What can be wrong with a row of the chain. */
export const auditProblems: Record<string, string> = {
  gap: '存证序号不连续，有记录被删除',
  missing: '日志记录已被删除',
  changed: '日志记录或存证已被篡改',
  cut: '末尾被截断，签名存证中的记录已不存在',
  signature: '签名存证无效',
  unsealed: '有日志绕过了存证',
};

/** What the signed heads lack while the chain itself stands: rows cut from its end could then go unnoticed. */
export const auditWarnings: Record<string, string> = {
  noHeads: '没有签名存证文件，无法证明末尾未被截断',
  headGap: '签名存证有缺失，缺失处之后的截断可能无法发现',
  unsigned: '最近的记录没有签名存证，无法证明末尾未被截断',
};

const view = 'sys_audit_view';

export const audits = {
  /** How far the chain reaches; `publicKey` (SPKI, base64) verifies the signatures. */
  status: get('/admin/audit/status', '审计存证状态', {
    access: view,
    input: nothing,
    output: z.object({
      sealed: z.number(),
      waiting: z.number(),
      headHash: z.string().nullable(),
      sealedTime: z.string().nullable(),
      publicKey: z.string(),
      heads: z.array(SignedHead),
      /** The last row that was sealed before heads were written, and since when they are; null where they were from the first row on. */
      headStart: z.object({ seq: z.number(), at: z.string() }).nullable(),
    }),
  }),
  page: get('/admin/audit/page', '审计存证列表', {
    access: view,
    input: z.object({ ...paging, kind: int(1, 2).optional() }),
    output: page(Seal),
  }),
  /**
   * Follows the chain from `after` for at most 20,000 rows; call again with `last` until
   * `done`. The last part also compares with the signed heads.
   */
  verify: post('/admin/audit/verify', '验证审计存证', {
    access: view,
    audit: false,
    input: z.object({ after: int(0).default(0) }),
    output: z.object({
      checked: z.number(),
      last: z.number(),
      total: z.number(),
      done: z.boolean(),
      problem: z
        .object({ code: z.string(), text: z.string(), seq: z.number(), kind: z.number().nullable(), rowId: z.number().nullable() })
        .nullable(),
      /** Only with the last part, and only without a problem: the first row whose signed head is missing. */
      warning: z.object({ code: z.string(), text: z.string(), seq: z.number() }).nullable(),
    }),
  }),
  /** A zip of both logs, the chain, and a signed list of their hashes. */
  export: get('/admin/audit/export', '导出审计存证', {
    access: 'sys_audit_export',
    rate: 'export',
    audit: true,
    kind: 'raw',
    input: z.object({ startTime: orNull(dateTime), endTime: orNull(dateTime) }),
    output: z.any(),
  }),
  /** What one call changed, field by field. */
  changes: get('/admin/log/{id}/changes', '操作前后对比', { access: 'sys_log_view', input: z.object({ id }), output: z.array(RowChange) }),
};

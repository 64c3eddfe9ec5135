/** 档案文件: papers of people and of the institution, with their ends and scans. Scans are read here only, by who may see the paper. */
import { z } from 'zod';
import { crudRoutes } from '../crud.ts';
import { clearable, date, id, int, required, text } from '../fields.ts';
import { get, post } from '../http.ts';
import { removalRoutes } from '../removals.ts';
import { exportRoute } from '../transfers/transfers.ts';
import { IN_USE, MOST_FILES } from './person-documents.rules.ts';

const BASE = '/members/persondocument';
const PERMISSION = 'members_persondocument';
const NOUN = '档案文件';

export const PersonDocument = z.object({
  id: z.number(),
  /** Null: of the institution itself. */
  oldmanId: z.number().nullable(),
  oldmanName: z.string().nullable(),
  /** Dictionary `document_type`. */
  type: z.number(),
  title: z.string(),
  /** Of an identity card without its middle. */
  number: z.string().nullable(),
  issuedDate: z.string().nullable(),
  expireDate: z.string().nullable(),
  /** documentStates of person-documents.rules.ts, today. */
  state: z.number(),
  note: z.string().nullable(),
  fileCount: z.number(),
  createBy: z.string(),
  version: z.number(),
  createTime: z.string(),
});

const StoredScan = z.object({
  name: z.string(),
  original: z.string(),
  /** Bytes. */
  size: z.number(),
  /** Good for 10 to 15 minutes. */
  link: z.string(),
});

/** With the whole number, the scans, and what it replaced or was replaced by. */
export const PersonDocumentDetail = z.object({
  ...PersonDocument.shape,
  files: z.array(StoredScan),
  replacedBy: z.number().nullable(),
  replaces: z.number().nullable(),
});

const fileName = z.string().regex(/^[0-9a-f-]{36}\.[a-z0-9]{2,5}$/, { error: '文件不存在' });
/** Names of what was uploaded as `private` before, or belongs to the paper already. */
const files = z.array(fileName).max(MOST_FILES, { error: `最多${MOST_FILES}个附件` });

const about = {
  title: required(50, '请填写文件名称'),
  number: clearable(text(50)),
  issuedDate: clearable(date),
  expireDate: clearable(date),
  note: clearable(text(200)),
  files: files.optional(),
};
const form = { oldmanId: clearable(id), type: int(1, 99), ...about };

const query = {
  oldmanId: id.optional(),
  oldmanName: text(20).optional(),
  /** Part of the title or of the number. */
  title: text(50).optional(),
  type: int(1, 99).optional(),
  /** 1 of people, 2 of the institution. */
  owner: int(1, 2).optional(),
  state: int(IN_USE, 5).default(IN_USE),
};

const crud = crudRoutes(BASE, NOUN, { permission: PERMISSION, row: PersonDocument, form, query });

export const personDocuments = {
  ...crud,
  get: get(`${BASE}/{id}`, `${NOUN}详情`, { access: `${PERMISSION}_view`, input: z.object({ id }), output: PersonDocumentDetail }),
  ...removalRoutes(BASE, NOUN, `${PERMISSION}_del`),
  export: exportRoute(`${BASE}/export`, NOUN, `${PERMISSION}_export`, query),
  /** The paper that follows an old one; gives its id. */
  renew: post(`${BASE}/renew`, `更新${NOUN}`, {
    access: `${PERMISSION}_add`,
    input: z.object({ id, version: z.int().optional(), ...about }),
    output: id,
    message: '已更新',
  }),
  /** Checks the link's signature itself. */
  download: get(`${BASE}/file/{file}`, `下载${NOUN}`, {
    access: 'public',
    kind: 'raw',
    input: z.object({ file: fileName, t: z.string().max(200) }),
    output: z.any(),
  }),
};

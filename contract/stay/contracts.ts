/** 入住合同: terms of a stay with their change agreements. */
import { z } from 'zod';
import { byId, date, id, ok, page, paging, required, text } from '../fields.ts';
import { get, post, put } from '../http.ts';
import { picture } from '../system/pictures.ts';
import { exportRoute } from '../transfers/transfers.ts';
import { Terms, terms } from './stay-terms.ts';

const BASE = '/members/contract';

export const Contract = z.object({
  id: z.number(),
  number: z.string(),
  /** 1 the contract, 2… its change agreements. */
  part: z.number(),
  /** contractStates of contracts.rules.ts. */
  state: z.number(),
  oldmanId: z.number(),
  oldmanName: z.string(),
  place: z.string().nullable(),
  effectiveDate: z.string(),
  endDate: z.string(),
  trialDate: z.string().nullable(),
  ...Terms,
  signedDate: z.string(),
  reason: z.string().nullable(),
  /** The day from which it holds no more. */
  endedDate: z.string().nullable(),
  createBy: z.string(),
  version: z.number(),
  createTime: z.string(),
});

const query = {
  number: text(20).optional(),
  oldmanName: text(20).optional(),
  /** Contracts that hold and end until this day; those that have ended unnoticed too. */
  endsUntil: date.optional(),
};

export const contracts = {
  /** Of each contract that was not ended the last agreement. */
  page: get(`${BASE}/page`, '入住合同列表', {
    access: 'members_contract_view',
    input: z.object({ ...paging, ...query }),
    output: page(Contract),
  }),
  export: exportRoute(`${BASE}/export`, '入住合同', 'members_tmcheckinaudit_export', query),
  /** All parts of all contracts of a person, the newest first. */
  ofPerson: get(`${BASE}/ofPerson`, '服务对象的入住合同', {
    access: 'members_contract_view',
    input: z.object({ oldmanId: id }),
    output: z.array(Contract),
  }),
  get: get(`${BASE}/{id}`, '入住合同详情', { access: 'members_contract_view', input: byId, output: Contract }),
  /** For residents who came before contracts were kept here. Gives the id. */
  create: post(BASE, '登记入住合同', {
    access: 'members_contract_edit',
    input: z.object({ oldmanId: id, effectiveDate: date, endDate: date, signedDate: date, ...terms }),
    output: id,
    message: '已登记',
  }),
  /** The next part, from a day on; `id` is the last part. Gives the id of the new one. */
  change: post(`${BASE}/change`, '变更入住合同', {
    access: 'members_contract_edit',
    input: z.object({
      id,
      version: z.int().optional(),
      effectiveDate: date,
      endDate: date,
      signedDate: date,
      reason: required(200, '请填写变更原因'),
      ...terms,
    }),
    output: id,
    message: '已变更',
  }),
  /** A part whose day has not come is taken back. */
  withdraw: put(`${BASE}/withdraw`, '撤销未生效的合同变更', {
    access: 'members_contract_edit',
    input: z.object({ id, version: z.int().optional() }),
    output: ok,
    message: '已撤销',
  }),
  /** What was signed, as pictures. */
  attach: put(`${BASE}/files`, '保存合同签署件', {
    access: 'members_contract_edit',
    input: z.object({
      id,
      version: z.int().optional(),
      files: z.array(picture).max(20, { error: '最多20张图片' }),
    }),
    output: ok,
    message: '已保存',
  }),
};

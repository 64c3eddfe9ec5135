/** Contracts of stays, and what is agreed later. Admissions make them (admit.ts); those of residents who were here before are entered. */
import { sql } from 'kysely';
import type { z } from 'zod';
import { titled } from '#contract/labels.ts';
import { contractLabels } from '#contract/stay/contracts.labels.ts';
import { changeProblem, contractNumber, contractStateLabels, partNumber } from '#contract/stay/contracts.rules.ts';
import { contracts as routes, type Contract } from '#contract/stay/contracts.ts';
import { dayOf } from '#contract/time.ts';
import type { Context } from '../context.ts';
import { db } from '../db/tenant.ts';
import { conflict, invalid, refused } from '../errors.ts';
import { lock } from '../elderly/person-locks.ts';
import { hasGone } from '../elderly/registrations.ts';
import { once } from '../http/idempotency.ts';
import type { Handlers } from '../http/implement.ts';
import { matching, readOne, reads, withColumns } from '../lists/crud.ts';
import { exporting, listOf, type Export } from '../transfers/exports.ts';
import {
  inYuan,
  lastPartsOf,
  lockContract,
  nextSerial,
  NOUN,
  partsOf,
  termColumns,
  type ContractOut,
  type ContractRow,
} from './contract-rows.ts';

const CHANGED = `${NOUN}已被他人修改，请刷新后重试`;

/** The part, locked, as far as the session reaches its person. Throws 404, and 409 when it is not as the caller read it. */
async function seenAndLocked(context: Context, id: number, version: number | undefined): Promise<ContractRow> {
  await readOne(partsOf(context.session.tenantId), id, context);
  const row = await lockContract(context, id);
  if (version !== undefined && version !== row.version) throw conflict(CHANGED);
  return row;
}

/** Throws unless no later part follows. */
async function needLast({ tx }: Context, { number, part }: ContractRow): Promise<void> {
  const later = await tx.row(sql`
    select 1 from contracts where tenant_id = ${tx.tenantId} and number = ${number} and part > ${part}`);
  if (later) throw conflict('该合同已有更新的版本，请刷新后重试');
}

function checkSigned(signedDate: string, today: string): void {
  if (signedDate > today) throw invalid('签订日期不能晚于今天');
}

async function enter(form: z.output<typeof routes.create.input>, context: Context): Promise<number> {
  const { tx, deps, session } = context;
  const today = dayOf(deps.now());
  if (form.endDate < form.effectiveDate) throw invalid('到期日期不能早于生效日期');
  checkSigned(form.signedDate, today);
  const { status } = await lock(form.oldmanId, context);
  if (hasGone(status)) throw refused('该服务对象已离开机构，不能登记合同');
  const open = await tx.row<{ number: string }>(sql`
    select number from contracts where tenant_id = ${tx.tenantId} and person_id = ${form.oldmanId} and ended_on is null limit 1`);
  if (open) throw refused(`该服务对象已有合同${open.number}，请变更该合同`);
  const made = await tx.row(
    db
      .insertInto('contracts')
      .values({
        ...termColumns(form),
        tenant_id: tx.tenantId,
        person_id: form.oldmanId,
        number: contractNumber(today, await nextSerial(tx, 'contracts', contractNumber(today, 0).slice(0, 10))),
        effective_on: form.effectiveDate,
        ends_on: form.endDate,
        signed_on: form.signedDate,
        user_id: session.userId,
        user_name: session.name,
      })
      .returning('id'),
  );
  await context.emit('contract.changed', { personId: form.oldmanId });
  return made!.id;
}

async function change(form: z.output<typeof routes.change.input>, context: Context): Promise<number> {
  const { tx, deps, session } = context;
  const today = dayOf(deps.now());
  checkSigned(form.signedDate, today);
  const last = await seenAndLocked(context, form.id, form.version);
  await needLast(context, last);
  const problem = changeProblem({ effectiveDate: last.effective_on, endedDate: last.ended_on }, form, today);
  if (problem !== null) throw refused(problem);
  const made = await tx.row(
    db
      .insertInto('contracts')
      .values({
        ...termColumns(form),
        tenant_id: tx.tenantId,
        person_id: last.person_id,
        number: last.number,
        part: last.part + 1,
        effective_on: form.effectiveDate,
        ends_on: form.endDate,
        trial_until: last.trial_until,
        signed_on: form.signedDate,
        reason: form.reason,
        user_id: session.userId,
        user_name: session.name,
      })
      .returning('id'),
  );
  await context.emit('contract.changed', { personId: last.person_id });
  return made!.id;
}

const sheet: Export<z.output<typeof Contract>> = {
  name: '入住合同',
  list: ({ tenantId }) => ({ ...listOf(lastPartsOf(tenantId)), toRow: inYuan }),
  columns: titled(contractLabels, [
    { key: 'number', value: partNumber, width: 20 },
    { key: 'oldmanName', width: 12 },
    { key: 'place', width: 24 },
    { key: 'state', value: ({ state }) => contractStateLabels[state] ?? '', width: 10 },
    { key: 'effectiveDate', width: 12 },
    { key: 'endDate', width: 12 },
    { key: 'monthFee', format: 'money', width: 14 },
    { key: 'deposit', format: 'money', width: 14 },
    { key: 'signerName', width: 12 },
    { key: 'signedDate', width: 12 },
  ]),
};

export const contracts: Handlers<typeof routes> = {
  async page(input, context) {
    const found = await reads(lastPartsOf(context.session.tenantId)).page(input, context);
    return { ...found, records: found.records.map(inYuan) };
  },
  export: exporting(routes.export, sheet),

  async ofPerson({ oldmanId }, context) {
    const list = partsOf(context.session.tenantId);
    const query = matching({ ...list, filters: {} }, {}, context.session).where('person_id', '=', oldmanId);
    const rows = await context.tx.rows(
      withColumns<ContractOut>(query, list.columns).orderBy('effective_on', 'desc').orderBy('part', 'desc').limit(100),
    );
    return rows.map(inYuan);
  },

  get: async ({ id }, context) => inYuan(await readOne(partsOf(context.session.tenantId), id, context)),

  // Pages that lost the answer send the same once more.
  create: (form, context) => once(context, routes.create, form, () => enter(form, context)),
  change: (form, context) => once(context, routes.change, form, () => change(form, context)),

  async withdraw({ id, version }, context) {
    const { tx, deps } = context;
    const row = await seenAndLocked(context, id, version);
    if (row.part === 1 || row.effective_on <= dayOf(deps.now())) throw refused('已生效的合同不能撤销，请登记新的变更');
    await needLast(context, row);
    await tx.run(sql`delete from contracts where tenant_id = ${tx.tenantId} and id = ${id}`);
    await context.emit('contract.changed', { personId: row.person_id });
    return true;
  },

  async attach({ id, version, files }, context) {
    const { tx } = context;
    const row = await seenAndLocked(context, id, version);
    await tx.run(sql`
      update contracts set files = ${files}::text[], version = version + 1, updated_at = now()
      where tenant_id = ${tx.tenantId} and id = ${id}`);
    await context.emit('contract.changed', { personId: row.person_id });
    return true;
  },
};

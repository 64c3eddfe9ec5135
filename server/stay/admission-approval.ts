/** The machine of admissions, the bed that one keeps, and what its approval says of it. */
import { sql } from 'kysely';
import { toYuan } from '#contract/fields.ts';
import { fenText } from '#contract/money.ts';
import {
  closedAdmission,
  decideAdmission,
  KEEPING,
  admissionStates,
  type AdmissionChange,
  type AdmissionCommand,
} from '#contract/stay/admission-commands.rules.ts';
import { ADMISSION_ACCESS } from '#contract/stay/admissions.ts';
import { declareApproval, type Described } from '../approvals/approval-subjects.ts';
import type { Work } from '../context.ts';
import { applyTo, type Machine } from '../db/transitions.ts';
import { conflict } from '../errors.ts';
import { tellThoseWith } from '../messages/messages.ts';
import { releaseBed } from '../rooms/occupancy.ts';
import { placeOfBed } from '../rooms/places.ts';
import { readWords } from '../transfers/dictionary-words.ts';
import { lockAdmission, NOUN, type AdmissionRow } from './admission-rows.ts';

const CHANGED = `${NOUN}已被他人修改，请刷新后重试`;

/** Gives back the bed that an application kept, when it keeps another one or none. The new one is kept before, in the handler. */
async function followBed(work: Work, row: AdmissionRow, { action, set }: AdmissionChange): Promise<void> {
  const bedId = 'bed_id' in set ? set.bed_id : row.bed_id;
  const goesOn = action === 'admit' || (KEEPING.includes(set.state) && bedId === row.bed_id);
  if (row.bed_id !== null && !goesOn) await releaseBed(work.tx, row.bed_id);
  await work.emit('house.changed', { roomId: null });
}

export const admissionMachine: Machine<Work, AdmissionRow, AdmissionCommand, AdmissionChange> = {
  table: 'admissions',
  read: ({ tx }, id) => lockAdmission(tx, id),
  fresh: async () => null,
  changed: () => CHANGED,
  taken: () => CHANGED,
  closed: closedAdmission,
  decide: decideAdmission,
  columns: (_work, _row, { set }) => set,
  async follow(work, row, change) {
    await followBed(work, row, change);
    if (change.action === 'approved')
      await tellThoseWith(work.tx, work.deps, ADMISSION_ACCESS.admit, {
        kind: 'notice',
        title: `${row.person_name}的入住申请已批准`,
        text: `计划${row.admit_on}入住，请办理入住`,
        link: `/stay/admission?number=${row.number}`,
      });
  },
  record: (work, { id }) => work.emit('admission.changed', { admissionId: id }),
};

async function describe({ tx }: Work, id: number): Promise<Described> {
  const row = await lockAdmission(tx, id);
  if (row.state !== admissionStates.running) throw conflict('请在“入住办理”中修改后重新提交');
  const words = await readWords(tx, ['reservation_enter_type', 'care_level']);
  const word = (type: string, value: number | null) => words.get(type)?.get(String(value)) ?? '--';
  const bed = await tx.row<{ place: string | null }>(sql`
    select ${placeOfBed(sql.ref('a.tenant_id'), sql.ref('a.bed_id'))} as place from admissions a
    where a.tenant_id = ${tx.tenantId} and a.id = ${id}`);
  const enterType = word('reservation_enter_type', row.enter_type);
  const month = row.bed_fen + row.care_fen + row.meal_fen + row.other_fen;
  return {
    title: `${row.person_name}入住（${enterType}，${row.admit_on}）`,
    facts: [
      { label: '姓名', value: row.person_name },
      { label: '床位', value: bed?.place ?? '--' },
      { label: '入住类型', value: enterType },
      { label: '护理等级', value: word('care_level', row.care_level) },
      { label: '入住日期', value: row.admit_on },
      { label: '合同到期', value: row.ends_on },
      ...(row.trial_until === null ? [] : [{ label: '试住至', value: row.trial_until }]),
      {
        label: '月费',
        value: `${fenText(month)}（床位${fenText(row.bed_fen)}、护理${fenText(row.care_fen)}、膳食${fenText(row.meal_fen)}、其他${fenText(row.other_fen)}）`,
      },
      { label: '押金', value: fenText(row.deposit_fen) },
      { label: '签约人', value: row.signer_name },
      ...(row.assessment ? [{ label: '入住前评估', value: row.assessment }] : []),
      ...(row.terms ? [{ label: '约定事项', value: row.terms }] : []),
      ...(row.files.length > 0 ? [{ label: '签署件图片', value: `${row.files.length}张`, files: row.files }] : []),
    ],
    variables: { monthFee: toYuan(month), deposit: toYuan(row.deposit_fen) },
    people: {},
    personId: row.person_id,
  };
}

/** Admissions are decided by approvals. Called once per process from server/subscribers.ts. */
export const decideAdmissionsByApproval = (): void =>
  declareApproval('admission', {
    describe,
    async ended(work, id, outcome) {
      await applyTo(admissionMachine, work, await lockAdmission(work.tx, id), { action: outcome });
    },
  });

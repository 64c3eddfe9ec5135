/** The demonstration's enquiries and contracts, and two people who are to come: one waits for the approval, one for the day. */
import { sql } from 'kysely';
import { admissionNumber, contractNumber } from '#contract/stay/contracts.rules.ts';
import { earnestKinds } from '#contract/stay/earnests.rules.ts';
import type { EnquiryEvent } from '#contract/stay/enquiry-commands.rules.ts';
import { DAY, dayOf, HOUR, isoOf, nextDay } from '#contract/time.ts';
import { lockCase } from '../../server/approvals/case-rows.ts';
import { endCase, startApproval } from '../../server/approvals/case-work.ts';
import type { Dependencies, Work } from '../../server/context.ts';
import { db } from '../../server/db/tenant.ts';
import { workIn } from '../../server/events.ts';
import { keepBed } from '../../server/rooms/occupancy.ts';
import { addLine } from '../../server/stay/earnest-ledger.ts';
import { decideAdmissionsByApproval } from '../../server/stay/admission-approval.ts';

interface Staff {
  id: number;
  name: string;
}

const DEPOSIT = 450_000;
const EARNEST = 100_000;
/** By care level, fen a month. */
const CARE = [120_000, 180_000, 240_000, 300_000, 360_000];
const BED = 150_000;
const MEAL = 90_000;
/** Days since the contracts of these people began; those of the others began later. */
const BEGUN = [420, 347, 260, 188, 95, 40];
const YEAR = 365;

async function seedContracts({ tx, deps }: Work, clerk: Staff): Promise<void> {
  const people = await tx.rows<{ id: number; level: number; contact: string | null; relation: number | null; phone: string | null }>(sql`
    select id, coalesce(care_level, 1)::integer as level, contact_name as contact, contact_relation::integer as relation,
      contact_phone as phone
    from people where tenant_id = ${tx.tenantId} and bed_id is not null and deleted_at is null order by id`);
  const today = dayOf(deps.now());
  const rows = people.map(({ id, level, contact, relation, phone }, at) => {
    const begins = nextDay(today, -(BEGUN[at % BEGUN.length] as number) - at);
    const years = Math.floor(((BEGUN[at % BEGUN.length] as number) + at) / YEAR) + 1;
    return {
      tenant_id: tx.tenantId,
      person_id: id,
      number: contractNumber(begins, at + 1),
      effective_on: begins,
      ends_on: nextDay(begins, years * YEAR - 1),
      bed_fen: BED,
      care_fen: CARE[Math.min(level, CARE.length) - 1] ?? BED,
      meal_fen: MEAL,
      other_fen: 0,
      deposit_fen: DEPOSIT,
      signer_name: contact ?? '本人',
      signer_relation: contact === null ? null : relation,
      signer_mobile: phone,
      signed_on: begins,
      terms: '请假三天以上退还膳食费；住院期间保留床位。',
      user_id: clerk.id,
      user_name: clerk.name,
    };
  });
  if (rows.length === 0) return;
  await tx.run(db.insertInto('contracts').values(rows));
  const [first] = rows;
  // The first one moved into a larger room three months ago.
  const change = {
    part: 2,
    effective_on: nextDay(today, -92),
    signed_on: nextDay(today, -95),
    bed_fen: 210_000,
    reason: '调换到朝南单人间',
  };
  await tx.run(db.insertInto('contracts').values({ ...first!, ...change }));
}

interface Comer {
  name: string;
  gender: 1 | 2;
  birth: string;
  level: number;
  child: string;
  /** Dictionary relation: 2 a son, 3 a daughter. */
  relation: number;
  phone: string;
  inDays: number;
  approved: boolean;
}

const comers: readonly Comer[] = [
  { name: '沈静芳', gender: 2, birth: '1943-08-16', level: 2, child: '沈浩', relation: 2, phone: '13957110601', inDays: 2, approved: true },
  {
    name: '方国栋',
    gender: 1,
    birth: '1938-02-27',
    level: 3,
    child: '方丽',
    relation: 3,
    phone: '13957110602',
    inDays: 6,
    approved: false,
  },
];

async function ask(work: Work, nurse: Staff, bedId: number, serial: number, comer: Comer): Promise<void> {
  const { tx, deps } = work;
  const today = dayOf(deps.now());
  const admitOn = nextDay(today, comer.inDays);
  await keepBed(tx, bedId);
  const made = await tx.row(
    db
      .insertInto('admissions')
      .values({
        tenant_id: tx.tenantId,
        number: admissionNumber(today, serial),
        enter_type: 1,
        person_name: comer.name,
        gender: comer.gender,
        birth_date: comer.birth,
        care_level: comer.level,
        contact_name: comer.child,
        contact_phone: comer.phone,
        contact_relation: comer.relation,
        flags: ['跌倒高危'],
        assessment: '助行器行走，自己进食，夜间如厕需协助；高血压，规律服药。',
        bed_id: bedId,
        admit_on: admitOn,
        ends_on: nextDay(admitOn, YEAR - 1),
        bed_fen: BED,
        care_fen: CARE[comer.level - 1] ?? BED,
        meal_fen: MEAL,
        other_fen: 0,
        deposit_fen: DEPOSIT,
        signer_name: comer.child,
        signer_relation: comer.relation,
        signer_mobile: comer.phone,
        user_id: nurse.id,
        user_name: nurse.name,
      })
      .returning('id'),
  );
  const id = made!.id;
  const caseId = await startApproval(work, { kind: 'admission', businessId: id, applicant: nurse });
  await tx.run(sql`update admissions set case_id = ${caseId} where tenant_id = ${tx.tenantId} and id = ${id}`);
  if (!comer.approved) return;
  await endCase(work, await lockCase(tx, caseId), 'approved');
  const paid = { kind: earnestKinds.taken, fen: EARNEST, text: '入住日前7日通知的全额退还', payType: 1, partner: comer.child };
  await addLine(work, { enquiryId: null, admissionId: id, name: comer.name, open: true }, 0, paid);
}

interface Asker {
  name: string;
  gender: 1 | 2;
  age: number;
  child: string;
  /** Dictionary relation: 2 a son, 3 a daughter. */
  relation: number;
  source: number;
  level: number;
  state: number;
  /** Days since they asked, and until they are asked again. */
  ago: number;
  next: number | null;
  wishes: string;
  said: readonly (readonly [EnquiryEvent, string | null])[];
  lost?: readonly [number, string];
}

const askers: readonly Asker[] = [
  {
    name: '魏奶奶',
    gender: 2,
    age: 82,
    child: '魏红',
    relation: 3,
    source: 1,
    level: 2,
    state: 1,
    ago: 0,
    next: 1,
    wishes: '想了解半自理的费用，希望离地铁近',
    said: [],
  },
  {
    name: '邹志强',
    gender: 1,
    age: 79,
    child: '邹凯',
    relation: 2,
    source: 3,
    level: 1,
    state: 2,
    ago: 6,
    next: 0,
    wishes: '自理，喜欢下棋，想住单人间',
    said: [['follow', '介绍了单人间和活动安排，家属想周末来看']],
  },
  {
    name: '裘美玲',
    gender: 2,
    age: 86,
    child: '裘敏',
    relation: 3,
    source: 6,
    level: 3,
    state: 4,
    ago: 21,
    next: 5,
    wishes: '脑梗后康复，需要吸氧',
    said: [
      ['follow', '医院社工转介，下周出院'],
      ['visit', '女儿来看了2号楼，满意'],
      ['wait', null],
    ],
  },
  {
    name: '俞爷爷',
    gender: 1,
    age: 90,
    child: '俞芳',
    relation: 3,
    source: 1,
    level: 3,
    state: 6,
    ago: 45,
    next: null,
    wishes: '认知障碍，需要专区',
    said: [
      ['follow', '介绍了认知照护专区'],
      ['lose', '选了离家近的机构'],
    ],
    lost: [6, '选了离家近的机构'],
  },
];

async function seedEnquiries({ tx, deps }: Work, owner: Staff): Promise<void> {
  for (const [at, one] of askers.entries()) {
    const asked = deps.now() - one.ago * DAY - HOUR;
    const step = (one.ago * DAY) / (one.said.length + 1);
    const timeOf = (event: EnquiryEvent) => isoOf(asked + step * (one.said.findIndex(([kind]) => kind === event) + 1));
    const made = await tx.row(
      db
        .insertInto('enquiries')
        .values({
          tenant_id: tx.tenantId,
          state: one.state,
          name: one.name,
          gender: one.gender,
          age: one.age,
          contact_name: one.child,
          contact_relation: one.relation,
          mobile: `1395711070${at + 1}`,
          source: one.source,
          care_level: one.level,
          wishes: one.wishes,
          next_on: one.next === null ? null : nextDay(dayOf(deps.now()), one.next),
          visited_at: one.said.some(([kind]) => kind === 'visit') ? timeOf('visit') : null,
          waiting_at: one.said.some(([kind]) => kind === 'wait') ? timeOf('wait') : null,
          lost_reason: one.lost?.[0] ?? null,
          lost_note: one.lost?.[1] ?? null,
          ended_at: one.lost ? timeOf('lose') : null,
          owner_id: owner.id,
          owner_name: owner.name,
          user_id: owner.id,
          user_name: owner.name,
          created_at: isoOf(asked),
        })
        .returning('id'),
    );
    const events = [['ask', one.wishes] as const, ...one.said].map(([kind, text], index) => ({
      tenant_id: tx.tenantId,
      enquiry_id: made!.id,
      kind,
      text,
      user_id: owner.id,
      user_name: owner.name,
      created_at: isoOf(asked + step * index),
    }));
    await tx.run(db.insertInto('enquiry_events').values(events));
  }
}

/** Of one institution, once. */
export async function seedStays(deps: Dependencies, tenantId: number): Promise<void> {
  decideAdmissionsByApproval();
  await deps.inTenant(tenantId, async (tx) => {
    if (await tx.row(sql`select id from contracts where tenant_id = ${tenantId} limit 1`)) return;
    const named = (username: string) =>
      tx.row<Staff>(sql`select id, name from users where tenant_id = ${tenantId} and username = ${username} and home_user_id is null`);
    const [clerk, nurse] = [await named('finance'), await named('nurse')];
    if (!clerk || !nurse) return;
    const work = workIn(tx, deps, { userId: nurse.id, name: nurse.name });
    await seedContracts(work, clerk);
    await seedEnquiries(work, nurse);
    // The last beds: those of the first rooms are what visitors look at.
    const free = await tx.rows<{ id: number }>(sql`
      select id from beds where tenant_id = ${tenantId} and status = 0 and cleaning_since is null order by id desc limit ${comers.length}`);
    for (const [at, { id }] of free.entries()) await ask(work, nurse, id, at + 1, comers[at] as Comer);
  });
}

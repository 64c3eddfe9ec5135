/** Admissions, contracts and check-outs in a person's timeline. Their money stays on their pages. */
import { sql } from 'kysely';
import { admissions } from '#contract/stay/admissions.ts';
import { checkouts } from '#contract/stay/checkouts.ts';
import { contracts } from '#contract/stay/contracts.ts';
import { mayDo } from '../lists/now-sources.ts';
import { dictionaryWord, entries, joined, seenIn, type TimelineAsked, type TimelineSource } from '../lists/timeline-sources.ts';
import { list } from './admission-rows.ts';

const ofPerson = (alias: string, { session, personId }: TimelineAsked) =>
  sql`${sql.ref(`${alias}.tenant_id`)} = ${session.tenantId} and ${sql.ref(`${alias}.person_id`)} = ${personId}`;

export const admitted: TimelineSource = {
  name: 'admission',
  may: mayDo(admissions.page.access),
  rows: (asked) =>
    entries(
      {
        at: sql`a.admitted_at`,
        id: sql`a.id`,
        title: sql`'办理入住'`,
        text: joined(sql`a.number`, sql`'试住至 ' || a.trial_until`),
        who: sql`a.admitted_by`,
      },
      sql`from ${seenIn('admissions', asked.session, list.scope as never)} a where ${ofPerson('a', asked)} and a.admitted_at is not null`,
    ),
};

export const contractSigned: TimelineSource = {
  name: 'contract',
  may: mayDo(contracts.ofPerson.access),
  rows: (asked) =>
    entries(
      {
        at: sql`c.signed_on::timestamptz`,
        id: sql`c.id`,
        title: sql`case when c.part = 1 then '签订入住合同' else '变更入住合同' end`,
        text: joined(sql`c.number`, sql`c.effective_on || ' 至 ' || c.ends_on`, sql`c.reason`),
        who: sql`c.user_name`,
      },
      sql`from contracts c where ${ofPerson('c', asked)}`,
    ),
};

export const checkoutAsked: TimelineSource = {
  name: 'checkout_asked',
  may: mayDo(checkouts.page.access),
  rows: (asked) =>
    entries(
      { at: sql`c.created_at`, id: sql`c.id`, title: sql`'申请退住'`, text: joined(sql`c.number`, sql`c.reason`), who: sql`c.user_name` },
      sql`from checkouts c where ${ofPerson('c', asked)}`,
    ),
};

export const checkoutLeft: TimelineSource = {
  name: 'checkout_left',
  may: mayDo(checkouts.page.access),
  rows: (asked) =>
    entries(
      {
        at: sql`c.left_at`,
        id: sql`c.id`,
        title: sql`'退住'`,
        text: joined(dictionaryWord(sql`c.tenant_id`, 'checkout_destination', sql`c.destination`), sql`c.destination_note`),
        who: sql`c.left_by`,
      },
      sql`from checkouts c where ${ofPerson('c', asked)} and c.left_at is not null`,
    ),
};

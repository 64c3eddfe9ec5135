/** What the record of a person itself holds and a merged person's is. */
import { sql } from 'kysely';
import type { Tx } from '../db/tenant.ts';
import { mergePeople, type Pair } from '../lists/merged-people.ts';

/** Contacts of whom the kept person has no number yet, as far as there is room for them; the others stay where they are. */
async function moveContacts({ keptId, droppedId }: Pair, tx: Tx): Promise<void> {
  const { tenantId } = tx;
  await tx.run(sql`
    update people k set contact_name = d.contact_name, contact_phone = d.contact_phone, contact_relation = d.contact_relation,
      contact_notes = d.contact_notes
    from people d where k.tenant_id = ${tenantId} and k.id = ${keptId} and d.tenant_id = k.tenant_id and d.id = ${droppedId}
      and k.contact_name is null and k.contact_phone is null`);
  const known = sql`(select contact_phone from people where tenant_id = ${tenantId} and id = ${keptId} and contact_phone is not null
    union all select phone from person_contacts where tenant_id = ${tenantId} and person_id = ${keptId})`;
  const free = sql`(select p.n::smallint as position, row_number() over (order by p.n) as at from generate_series(2, 10) as p(n)
    where not exists (select from person_contacts c where c.tenant_id = ${tenantId} and c.person_id = ${keptId} and c.position = p.n))`;
  await tx.run(sql`
    insert into person_contacts (tenant_id, person_id, position, name, phone, relation, notes)
    select d.tenant_id, ${keptId}::bigint, f.position, coalesce(d.contact_name, '紧急联系人'), d.contact_phone, d.contact_relation, d.contact_notes
    from people d join ${free} f on f.at = 1
    where d.tenant_id = ${tenantId} and d.id = ${droppedId} and d.contact_phone is not null and d.contact_phone not in ${known}`);
  await tx.run(sql`
    update person_contacts c set person_id = ${keptId}, position = f.position
    from (select id, row_number() over (order by position) as at from person_contacts
      where tenant_id = ${tenantId} and person_id = ${droppedId} and phone not in ${known}) t join ${free} f on f.at = t.at
    where c.tenant_id = ${tenantId} and c.id = t.id`);
}

/** To be called once per process. */
export const mergePapersWithPeople = (): void =>
  mergePeople({
    references: [
      { table: 'person_packages', way: 'moves', erase: ['remarks', 'void_reason'] },
      { table: 'person_documents', way: 'moves', erase: 'goes' },
      {
        table: 'person_arrangements',
        way: 'apart',
        same: ['kind', 'effective_on'],
        among: '{}.state = 1',
        erase: ['note', 'reason', 'consent_name'],
      },
      { table: 'person_calls', way: 'sealed', erase: 'sealed' },
      {
        table: 'person_contacts',
        way: 'stays',
        why: 'moved beforehand, as far as there is room; a number that is known is not doubled',
        erase: 'goes',
      },
      { table: 'person_codes', way: 'stays', why: 'a printed code of the dropped person leads to the kept one', erase: 'goes' },
      {
        table: 'person_duplicate_dismissals',
        column: 'one_id',
        way: 'stays',
        why: 'is about the two records as they were',
        erase: 'stays',
      },
      {
        table: 'person_duplicate_dismissals',
        column: 'other_id',
        way: 'stays',
        why: 'is about the two records as they were',
        erase: 'stays',
      },
      { table: 'people', column: 'merged_into', way: 'stays', why: 'moved by the merge itself', erase: 'stays' },
    ],
    parts: [
      { table: 'person_package_changes', of: 'person_packages', by: 'person_package_id', erase: 'sealed' },
      { table: 'person_package_projects', of: 'person_packages', by: 'person_package_id', erase: 'stays' },
      { table: 'person_package_uses', of: 'person_packages', by: 'person_package_id', erase: 'stays' },
    ],
    first: moveContacts,
  });

/** What of stays is a merged person's. */
import { sql } from 'kysely';
import { mergePeople } from '../lists/merged-people.ts';

/** To be called once per process. */
export const mergeStaysWithPeople = (): void =>
  mergePeople({
    references: [
      { table: 'contracts', way: 'moves', erase: ['signer_name', 'signer_mobile', 'reason', 'terms', 'files'] },
      {
        table: 'admissions',
        way: 'moves',
        erase: [
          'person_name',
          'birth_date',
          'identity_sealed',
          'mobile',
          'address',
          'contact_name',
          'contact_phone',
          'flags',
          'remarks',
          'signer_name',
          'signer_mobile',
          'terms',
          'files',
          'assessment',
          'cancel_reason',
        ],
      },
      {
        table: 'checkouts',
        way: 'moves',
        erase: [
          'person_name',
          'destination_note',
          'reason',
          'death_place',
          'death_certificate',
          'belongings',
          'condolence',
          'owed_reason',
          'receiver',
          'cancel_reason',
        ],
      },
    ],
    parts: [
      // What was asked before the admission.
      {
        table: 'enquiries',
        of: 'admissions',
        by: 'id',
        names: 'enquiry_id',
        erase: ['name', 'contact_name', 'mobile', 'wishes', 'remarks', 'lost_note'],
      },
      { table: 'enquiry_events', of: 'admissions', by: 'enquiry_id', names: 'enquiry_id', erase: 'sealed' },
      { table: 'earnest_requests', of: 'admissions', by: 'admission_id', erase: ['name', 'receiver', 'reason'] },
      { table: 'earnest_movements', of: 'admissions', by: 'admission_id', erase: 'sealed' },
      { table: 'checkout_events', of: 'checkouts', by: 'checkout_id', erase: 'sealed' },
      { table: 'checkout_lines', of: 'checkouts', by: 'checkout_id', erase: 'sealed' },
      { table: 'checkout_signs', of: 'checkouts', by: 'checkout_id', erase: ['note'] },
    ],
    async against({ keptId, droppedId }, tx) {
      const found = await tx.row<{ leaving: boolean; coming: boolean; contracts: number }>(sql`
        select exists (select from checkouts where tenant_id = ${tx.tenantId} and person_id in (${keptId}, ${droppedId})
            and state < 3) as leaving,
          exists (select from admissions where tenant_id = ${tx.tenantId} and person_id in (${keptId}, ${droppedId})
            and state in (1, 2, 5)) as coming,
          (select count(distinct person_id)::integer from contracts where tenant_id = ${tx.tenantId}
            and person_id in (${keptId}, ${droppedId}) and ended_on is null) as contracts`);
      const { leaving, coming, contracts } = found!;
      return [
        ...(leaving ? ['有未完成的退住办理，请先完成或取消'] : []),
        ...(coming ? ['有未完成的入住办理，请先完成或取消'] : []),
        ...(contracts === 2 ? ['两份档案都有未终止的入住合同，请先终止其中一份'] : []),
      ];
    },
  });

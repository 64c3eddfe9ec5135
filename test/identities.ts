/** Identity numbers as the application stores them, for tests that write rows by SQL. */
import { fieldIndexes, sealField } from '#server/db/sealed-fields.ts';
import type { Harness } from './harness.ts';

/** The columns of `people` for a number. */
export const identityColumns = ({ deps: { secrets } }: Pick<Harness, 'deps'>, tenantId: number, number: string) => ({
  identity_sealed: sealField(secrets, tenantId, 'people.identity_sealed', number),
  identity_index: fieldIndexes(secrets, tenantId, 'people.identity_sealed', number)[0],
});

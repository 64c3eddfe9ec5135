/**
 * `npm run audit`: proves the audit chain of every tenant (or of those named) against the database and the signed heads. Ends with 1 when
 * one is broken or signed heads are missing.
 */
import { connect } from '#server/dependencies.ts';
import { readConfig } from '#server/config.ts';
import { verifySlice } from '#server/system/audits.ts';
import { PLATFORM } from '#contract/tenants/tenants.ts';
import { db } from '#server/db/tenant.ts';

const deps = connect(readConfig(), 'audit');
const named = process.argv.slice(2).map(Number);
const tenants = await deps.inTenant(PLATFORM, (tx) =>
  tx.rows<{ id: number; name: string }>(db.selectFrom('tenants').select(['id', 'name']).orderBy('id')),
);

let broken = 0;
for (const { id, name } of tenants) {
  if (named.length > 0 && !named.includes(id)) continue;
  let after = 0;
  let rows = 0;
  for (;;) {
    const part = await deps.inTenant(id, (tx) => verifySlice({ deps, tx }, after));
    rows += part.checked;
    after = part.last;
    if (!part.done) continue;
    if (part.problem || part.warning) broken++;
    const where = part.problem
      ? `${part.problem.text} (seq ${part.problem.seq}, kind ${part.problem.kind ?? '-'}, row ${part.problem.rowId ?? '-'})`
      : part.warning
        ? `warning: ${part.warning.text} (seq ${part.warning.seq})`
        : 'ok';
    console.log(`${id} ${name}: ${rows} rows, ${where}`);
    break;
  }
}
await deps.pool.end();
process.exitCode = broken > 0 ? 1 : 0;

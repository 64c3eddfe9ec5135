/** Within how many seconds a warning is to be confirmed: the institution's parameters, else the product's own. */
import { sql, type RawBuilder } from 'kysely';
import { answerDefaults, isCall, ruleNames } from '#contract/warnings/warnings.rules.ts';

const calls = sql.join(ruleNames.filter(isCall).map((name) => sql.lit(name)));

/** Seconds for a row with these columns, null where nothing is asked for. `key` is the number of the severity or CALL. */
export function answerSeconds(tenantId: string, rule: string, severity: string): RawBuilder<number | null> {
  const key = sql`'ANSWER_SECONDS_' || case when ${sql.ref(rule)} in (${calls}) then 'CALL' else ${sql.ref(severity)}::text end`;
  const usual = sql.join(
    Object.entries(answerDefaults).map(([name, seconds]) => sql`when ${sql.lit(name)} then ${sql.lit(seconds)}`),
    sql` `,
  );
  return sql<
    number | null
  >`nullif(coalesce((select case when asked.value ~ '^[0-9]{1,5}$' then asked.value::integer end from parameters asked
    where asked.tenant_id = ${sql.ref(tenantId)} and asked.key = ${key}), case ${key} ${usual} end), 0)`;
}

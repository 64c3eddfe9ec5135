/** Who is on the list of an outbound job: numbers as they are pasted, people by a rule. The same number is on it once. */
import { sql, type SqlBool } from 'kysely';
import { MOST_CASES, type CallJobRule } from '#contract/calls/call-jobs.ts';
import { phoneOf } from '#contract/phones.rules.ts';
import { dayOf, isoOf } from '#contract/time.ts';
import type { Session, Work } from '../context.ts';
import { refused } from '../errors.ts';
import { scoped } from '../lists/data-scope.ts';
import type { AnyBuilder } from '../lists/query.ts';
import { db } from '../db/tenant.ts';

interface Candidate {
  personId: number | null;
  name: string;
  mobile: string;
}
export interface Added {
  added: number;
  doubled: number;
  blocked: number;
  wrong: string[];
}

/** Numbers of pasted lines, a name before or behind each; lines without a number are `wrong`. */
export function pasted(text: string): { found: Candidate[]; doubled: number; wrong: string[] } {
  const found = new Map<string, Candidate>();
  const wrong: string[] = [];
  let doubled = 0;
  for (const line of text.split(/[\r\n;；]+/).map((one) => one.trim())) {
    if (line === '') continue;
    const parts = line.split(/[\s,，、\t]+/);
    const at = parts.findIndex((part) => phoneOf(part, 'contact') !== null);
    if (at < 0) wrong.push(line.slice(0, 40));
    else {
      const mobile = phoneOf(parts[at] as string, 'contact') as string;
      if (found.has(mobile)) doubled++;
      else
        found.set(mobile, {
          personId: null,
          mobile,
          name: parts
            .filter((_, index) => index !== at)
            .join(' ')
            .slice(0, 30),
        });
    }
  }
  return { found: [...found.values()], doubled, wrong };
}

/** People that the rule names and the session reaches (all of the institution without one), who have a number and were not removed. */
async function byRule({ tx, deps }: Work, rule: CallJobRule, session: Session | null): Promise<Candidate[]> {
  const today = dayOf(deps.now());
  const tests: ReturnType<typeof sql<SqlBool>>[] = [];
  if (rule.ability !== undefined) tests.push(sql`people.ability = ${rule.ability}`);
  if (rule.careLevel !== undefined) tests.push(sql`people.care_level = ${rule.careLevel}`);
  if (rule.building) {
    tests.push(sql`exists (select from beds b join rooms r on r.tenant_id = b.tenant_id and r.id = b.room_id
      where b.tenant_id = people.tenant_id and b.id = people.bed_id and r.building = ${rule.building})`);
  }
  if (rule.birthdayDays !== undefined) {
    // The next birthday: 29 February is on the 28th in years without one.
    tests.push(sql`exists (select from generate_series(0, 1) as y(n) where (people.birth_date
      + make_interval(years => extract(year from ${today}::date)::integer + y.n - extract(year from people.birth_date)::integer))::date
      between ${today}::date and ${today}::date + ${rule.birthdayDays}::integer)`);
  }
  if (rule.balanceBelow !== undefined) {
    tests.push(sql`exists (select from person_accounts a where a.tenant_id = people.tenant_id and a.id = people.id
      and a.cash_fen + a.grant_fen < ${Math.round(rule.balanceBelow * 100)}::bigint)`);
  }
  if (rule.assessedBefore !== undefined) {
    tests.push(sql`not exists (select from assessments a where a.tenant_id = people.tenant_id and a.person_id = people.id
      and a.assessed_on > ${today}::date - ${rule.assessedBefore}::integer)`);
  }
  if (tests.length === 0) throw refused('请至少选择一个名单条件');
  let query = db
    .selectFrom('people')
    .select(['people.id as personId', 'people.name', sql<string>`coalesce(people.mobile, people.contact_phone)`.as('mobile')])
    .where('people.tenant_id', '=', tx.tenantId)
    .where('people.deleted_at', 'is', null)
    .where('people.erased_at', 'is', null)
    .where('people.left_at', 'is', null)
    .where(sql<SqlBool>`coalesce(people.mobile, people.contact_phone, '') <> ''`)
    .where(sql<SqlBool>`${sql.join(tests, sql` and `)}`);
  const scope = scoped({ department: 'people.department_id', owners: ['people.created_by'] });
  if (session) query = query.where((eb: AnyBuilder) => scope(eb, session) ?? eb.lit(true));
  return tx.rows<Candidate>(query.orderBy('people.id').limit(MOST_CASES + 1) as never);
}

/**
 * Puts them on the list of a job whose row is locked. Left out are numbers that are on it or blocked, and
 * a person that is on it with another number. Throws 422 when the list would be too long.
 */
export async function addPeople(
  work: Work,
  jobId: number,
  { numbers, rule }: { numbers?: string | undefined; rule?: CallJobRule | undefined },
  session: Session | null,
): Promise<Added> {
  const { tx, deps } = work;
  const typed = pasted(numbers ?? '');
  const known = rule && Object.values(rule).some((value) => value !== undefined && value !== '') ? await byRule(work, rule, session) : [];
  const all = new Map([...known, ...typed.found].toReversed().map((one) => [one.mobile, one]));
  const list = [...all.values()].toReversed();
  const there = await tx.row<{ n: number }>(
    sql`select count(*)::integer as n from call_job_cases where tenant_id = ${tx.tenantId} and job_id = ${jobId}`,
  );
  if ((there?.n ?? 0) + list.length > MOST_CASES) throw refused(`一个任务最多${MOST_CASES}个名单，请缩小条件或分成多个任务`);
  if (list.length === 0) return { added: 0, doubled: typed.doubled, blocked: 0, wrong: typed.wrong };
  const blocked = await tx.rows<{ mobile: string }>(sql`
    select mobile from call_customers where tenant_id = ${tx.tenantId} and level = 2
      and mobile = any(${list.map(({ mobile }) => mobile)}::text[])`);
  const not = new Set(blocked.map(({ mobile }) => mobile));
  const wanted = list.filter(({ mobile }) => !not.has(mobile));
  const added = await tx.run(sql`
    insert into call_job_cases (tenant_id, job_id, person_id, name, mobile, next_at)
    select ${tx.tenantId}, ${jobId}, w.person_id, w.name, w.mobile, ${isoOf(deps.now())}::timestamptz
    from unnest(${wanted.map(({ personId }) => personId)}::bigint[], ${wanted.map(({ name }) => name)}::text[],
      ${wanted.map(({ mobile }) => mobile)}::text[]) as w (person_id, name, mobile)
    where not exists (select from call_job_cases c where c.tenant_id = ${tx.tenantId} and c.job_id = ${jobId} and c.person_id = w.person_id)
    on conflict (tenant_id, job_id, mobile) do nothing`);
  const doubled = typed.doubled + (known.length + typed.found.length - list.length) + (wanted.length - added);
  return { added, doubled, blocked: not.size, wrong: typed.wrong.slice(0, 50) };
}

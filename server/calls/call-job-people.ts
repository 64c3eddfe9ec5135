/** Who is on the list of an outbound job: numbers as they are pasted, people by a rule. The same number is on it once. */
import { sql, type SqlBool } from 'kysely';
import { ruleSays } from '#contract/calls/call-job-people.rules.ts';
import { MOST_CASES, type CallJobRule } from '#contract/calls/call-jobs.ts';
import { phoneOf } from '#contract/phones.rules.ts';
import { DAY, dayOf, isoOf, midnightOf } from '#contract/time.ts';
import type { Session, Work } from '../context.ts';
import { refused } from '../errors.ts';
import { scoped } from '../lists/data-scope.ts';
import type { AnyBuilder } from '../lists/query.ts';
import { db } from '../db/tenant.ts';
import { phone } from '../db/sealed-phones.ts';

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
  if (rule.assessmentDue) {
    tests.push(sql`exists (select from assessments a where a.tenant_id = people.tenant_id and a.person_id = people.id and a.latest
      and a.next_on < ${today}::date)`);
  }
  if (rule.returnedDays !== undefined) {
    // Outings of the second kind are stays in hospital.
    const from = isoOf(midnightOf(deps.now()) - rule.returnedDays * DAY);
    tests.push(sql`exists (select from outings o where o.tenant_id = people.tenant_id and o.person_id = people.id and o.kind = 2
      and o.state = 3 and o.returned_at >= ${from}::timestamptz and o.returned_at < ${isoOf(midnightOf(deps.now()))}::timestamptz)`);
  }
  if (rule.visitDue) {
    tests.push(sql`exists (select from visit_tasks v where v.tenant_id = people.tenant_id and v.person_id = people.id and v.state <= 2
      and v.due_on <= ${today}::date)`);
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

export interface Whom {
  numbers?: string | undefined;
  rule?: CallJobRule | undefined;
  /** Of an automatic job: who was called before so many days comes again. Else a number and a person are on the list once. */
  againDays?: number | undefined;
}
interface Chosen {
  wanted: Candidate[];
  doubled: number;
  blocked: number;
  wrong: string[];
}

/** Those of the list that are not on the job's (null: of no job), or were on it long enough ago. */
async function notThere({ tx, deps }: Work, jobId: number | null, list: Candidate[], againDays: number | undefined): Promise<Candidate[]> {
  if (jobId === null || list.length === 0) return list;
  const since = againDays === undefined ? null : isoOf(deps.now() - againDays * DAY);
  const there = await tx.rows<{ mobile: string; personId: number | null }>(sql`
    select mobile, person_id as "personId" from call_job_cases c where tenant_id = ${tx.tenantId} and job_id = ${jobId}
      and (${since}::timestamptz is null or state in (1, 2) or created_at > ${since}::timestamptz)`);
  const numbers = new Set(there.map(({ mobile }) => mobile));
  const people = new Set(there.flatMap(({ personId }) => personId ?? []));
  return list.filter(({ mobile, personId }) => !numbers.has(mobile) && (personId === null || !people.has(personId)));
}

/** Whom numbers and a rule mean: left out are numbers that are doubled, on the list of the job, or blocked. */
export async function choosePeople(
  work: Work,
  jobId: number | null,
  { numbers, rule, againDays }: Whom,
  session: Session | null,
): Promise<Chosen> {
  const { tx } = work;
  const typed = pasted(numbers ?? '');
  const known = rule && ruleSays(rule) ? await byRule(work, rule, session) : [];
  const all = new Map([...known, ...typed.found].toReversed().map((one) => [one.mobile, one]));
  const list = [...all.values()].toReversed();
  const blocked = await tx.rows<{ mobile: string }>(sql`
    select mobile from call_customers where tenant_id = ${tx.tenantId} and level = 2
      and mobile = any(${list.map(({ mobile }) => phone(mobile))}::text[])`);
  const not = new Set(blocked.map(({ mobile }) => mobile));
  const free = list.filter(({ mobile }) => !not.has(mobile));
  const wanted = await notThere(work, jobId, free, againDays);
  const doubled = typed.doubled + (known.length + typed.found.length - list.length) + (free.length - wanted.length);
  return { wanted, doubled, blocked: not.size, wrong: typed.wrong };
}

/** Puts them on the list of a job whose row is locked. Throws 422 when the list would be too long. */
export async function addPeople(work: Work, jobId: number, whom: Whom, session: Session | null): Promise<Added> {
  const { tx, deps } = work;
  const { wanted: all, doubled, blocked, wrong } = await choosePeople(work, jobId, whom, session);
  // The list of an automatic job grows for years: what counts is what it has still to do.
  const there = await tx.row<{ n: number }>(sql`
    select count(*)::integer as n from call_job_cases where tenant_id = ${tx.tenantId} and job_id = ${jobId}
      and (${whom.againDays === undefined}::boolean or state in (1, 2))`);
  const room = MOST_CASES - (there?.n ?? 0);
  // Whom a day has no room for is found again tomorrow.
  const wanted = whom.againDays === undefined ? all : all.slice(0, Math.max(0, room));
  if (wanted.length > room) throw refused(`一个任务最多${MOST_CASES}个名单，请缩小条件或分成多个任务`);
  if (wanted.length === 0) return { added: 0, doubled, blocked, wrong: wrong.slice(0, 50) };
  const added = await tx.run(sql`
    insert into call_job_cases (tenant_id, job_id, person_id, name, mobile, next_at, created_at)
    select ${tx.tenantId}, ${jobId}, w.person_id, w.name, w.mobile, ${isoOf(deps.now())}::timestamptz, ${isoOf(deps.now())}::timestamptz
    from unnest(${wanted.map(({ personId }) => personId)}::bigint[], ${wanted.map(({ name }) => name)}::text[],
      ${wanted.map(({ mobile }) => phone(mobile))}::text[]) as w (person_id, name, mobile)`);
  return { added, doubled, blocked, wrong: wrong.slice(0, 50) };
}

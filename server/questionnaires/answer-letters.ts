/** Mails to the addresses of a questionnaire's setting when answers came in: one for all answers of some minutes, without what they say. */
import { sql } from 'kysely';
import { MINUTE } from '#contract/time.ts';
import type { Dependencies } from '../context.ts';
import { instant } from '../db/instants.ts';
import type { Tx } from '../db/tenant.ts';
import { JobFailure, type Job, type JobHandlers } from '../jobs/attempts.ts';
import { forTenants, pollCounted } from '../jobs/poller.ts';
import { enqueue } from '../jobs/queue.ts';
import { NotPosted, sendMail } from '../messages/mails.ts';

/** From the first answer until the letter leaves: it tells all that came until then. */
const WAIT = 5 * MINUTE;
/** Letters of one tenant in one round; the rest follows in the next. */
const MOST = 100;

/** Begins a letter with the last answer of a questionnaire, unless one waits already. To be run with that answer, whose number it takes. */
export const beginLetter = (tx: Tx, questionnaireId: number, now: number) =>
  sql`insert into questionnaire_letters (tenant_id, questionnaire_id, from_serial, due_at)
    select tenant_id, id, last_serial, ${instant(now + WAIT)} from questionnaires
    where tenant_id = ${tx.tenantId} and id = ${questionnaireId} on conflict do nothing`;

/** Closes the letters that are due and hands them to the queue; gives how many. */
async function closeLetters(tx: Tx, now: number): Promise<number> {
  const due = await tx.rows<{ id: number; questionnaireId: number }>(sql`
    select id, questionnaire_id as "questionnaireId" from questionnaire_letters
    where tenant_id = ${tx.tenantId} and to_serial is null and due_at <= ${instant(now)} order by questionnaire_id limit ${MOST}`);
  let closed = 0;
  for (const { id, questionnaireId } of due) {
    // An answer that is just coming in holds this row: it is told by this letter, or begins the next.
    const row = await tx.row<{ last_serial: number }>(sql`
      select last_serial from questionnaires where tenant_id = ${tx.tenantId} and id = ${questionnaireId} for update`);
    const mine = await tx.run(sql`update questionnaire_letters set to_serial = ${row?.last_serial ?? 0}
      where tenant_id = ${tx.tenantId} and id = ${id} and to_serial is null`);
    if (mine === 0) continue;
    await enqueue(tx, 'questionnaire-mail', id, { letterId: id });
    closed++;
  }
  return closed;
}

/** One round over all institutions where letters are due. */
export async function sweepLetters(deps: Dependencies): Promise<{ letters: number; failed: number }> {
  const now = deps.now();
  let letters = 0;
  const { rows } = await deps.pool.query<{ tenant_id: number }>({
    name: 'questionnaire_letters_due',
    text: 'select tenant_id from app.questionnaire_letters_due(to_timestamp($1::float8 / 1000)) order by 1',
    values: [now],
  });
  const failed = await forTenants(deps, 'letters of questionnaires', rows, (tenantId) =>
    deps.inTenant(tenantId, async (tx) => void (letters += await closeLetters(tx, now))),
  );
  return { letters, failed };
}

export const startLetters = (deps: Dependencies, everyMs: number) =>
  pollCounted(deps, 'letters of questionnaires', () => sweepLetters(deps), everyMs);

interface Letter {
  key: string;
  name: string;
  tenant: string;
  emails: string | null;
  sent: string[];
  answers: number;
}

const letterOf = (tx: Tx, id: number) =>
  tx.row<Letter>(sql`
    select q.key, q.name, t.name as tenant, s.new_write_notify_email as emails, l.sent,
      (select count(*)::integer from questionnaire_results r where r.tenant_id = l.tenant_id and r.questionnaire_id = l.questionnaire_id
        and r.job_id is null and r.serial_number between l.from_serial and l.to_serial) as answers
    from questionnaire_letters l
      join questionnaires q on q.tenant_id = l.tenant_id and q.id = l.questionnaire_id and q.deleted_at is null
      join tenants t on t.id = l.tenant_id
      left join questionnaire_settings s on s.tenant_id = l.tenant_id and s.questionnaire_id = l.questionnaire_id
    where l.tenant_id = ${tx.tenantId} and l.id = ${id}`);

/** Sends a letter to the addresses that do not have it yet: those of the setting as it is now. */
async function send(deps: Dependencies, { tenantId, payload: { letterId } }: Job<'questionnaire-mail'>): Promise<void> {
  const letter = await deps.inTenant(tenantId, (tx) => letterOf(tx, letterId));
  const addresses = (letter?.emails ?? '').split(';').map((one) => one.trim());
  const waiting = [...new Set(addresses)].filter((one) => one !== '' && !letter?.sent.includes(one));
  if (letter && letter.answers > 0)
    for (const to of waiting) {
      const link = deps.config.publicUrl ? `\n${deps.config.publicUrl}/questionnaire/form?key=${letter.key}&tab=statistics` : '';
      const subject = `【颐安】${letter.tenant}：问卷有新的答卷`;
      try {
        await sendMail(deps, to, subject, `《${letter.name}》收到了${letter.answers}份新的答卷${link}`);
      } catch (error) {
        if (error instanceof NotPosted) throw new JobFailure(error.message, error.final);
        throw error;
      }
      await deps.inTenant(tenantId, (tx) =>
        tx.run(sql`update questionnaire_letters set sent = sent || ${to}::text where tenant_id = ${tenantId} and id = ${letterId}`),
      );
    }
  await deps.inTenant(tenantId, (tx) => tx.run(sql`delete from questionnaire_letters where tenant_id = ${tenantId} and id = ${letterId}`));
}

export const letterJobs = { 'questionnaire-mail': send } satisfies JobHandlers;

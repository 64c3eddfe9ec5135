/** Care that was due while a resident was away, when that is entered late: it was not missed (docs/decisions/094). */
import { sql } from 'kysely';
import { taskStates } from '#contract/care/care-tasks.rules.ts';
import type { Work } from '../context.ts';
import { instant } from '../db/instants.ts';
import { sendMessage } from '../messages/messages.ts';

/** 外出 of notDoneReasons. */
const AWAY = 2;

/**
 * Notes the open tasks of a time away as not done, for the reason 外出. What was entered as done meanwhile stays as it is, and who enters the
 * absence is told of it. `from` and `until` are texts of `time.ts`; null: until now.
 */
export async function excuseTasks(
  { tx, deps, actor, emit }: Work,
  personId: number,
  { from, until }: { from: string; until: string | null },
): Promise<void> {
  const now = deps.now();
  const end = until === null ? instant(now) : sql`${until}::timestamptz`;
  const during = sql`tenant_id = ${tx.tenantId} and person_id = ${personId} and due_at >= ${from}::timestamptz and due_at < ${end}`;
  const excused = await tx.run(sql`
    update care_tasks set state = ${taskStates.notDone}, reason = ${AWAY}, done_at = due_at, entered_at = ${instant(now)},
      user_id = ${actor.userId}, user_name = ${actor.name}, note = '补登外出', version = version + 1, updated_at = now()
    where ${during} and state = ${taskStates.open}`);
  const done = await tx.row<{ count: number; name: string }>(sql`
    select count(*) as count, (select name from people where tenant_id = ${tx.tenantId} and id = ${personId}) as name
    from care_tasks where ${during} and state = ${taskStates.done}`);
  if (excused > 0) await emit('care-task.changed', { taskId: null });
  if (done!.count > 0 && actor.userId !== null)
    await sendMessage(tx, deps, {
      recipientId: actor.userId,
      kind: 'notice',
      title: `请核对${done!.name}外出期间的照护记录`,
      text: `登记外出的时间内有${done!.count}项照护任务已记为完成`,
      link: `/oldMan/detail?id=${personId}&tabid=care`,
    });
}

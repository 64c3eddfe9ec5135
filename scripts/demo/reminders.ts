/** How the demonstration's staff want to be told: set and told by the product's own functions. */
import { sql } from 'kysely';
import type { Dependencies } from '../../server/context.ts';
import { sendMessages } from '../../server/messages/message-sending.ts';

/** The institution texts visitors and 诉求; the nurse has texts of visitors off and sleeps after the late shift. */
const INSTITUTION = { ticket: { sms: true }, visitor: { sms: true } };
const NURSE = { visitor: { sms: false }, handover: { sms: true } };
const NIGHT = [{ days: [6, 7], from: '22:30', to: '06:30' }];

/** Once for each institution. */
export const seedReminders = (deps: Dependencies, tenantId: number): Promise<void> =>
  deps.inTenant(tenantId, async (tx) => {
    await tx.run(sql`insert into message_settings (tenant_id, choices) values (${tenantId}, ${JSON.stringify(INSTITUTION)})`);
    await tx.run(sql`insert into message_preferences (tenant_id, user_id, choices, quiet)
      select tenant_id, id, ${JSON.stringify(NURSE)}::jsonb, ${JSON.stringify(NIGHT)}::jsonb from users
      where tenant_id = ${tenantId} and username in ('nurse', 'nurse2')`);
    const staff = await tx.rows<{ id: number }>(
      sql`select id from users where tenant_id = ${tenantId} and username in ('nurse', 'carer', 'agent') order by id`,
    );
    const ids = staff.map(({ id }) => id);
    for (const [kind, title, text] of [
      ['visitor', '探访时间调整', '本周六探访改为 9:00 至 11:00，请提前告知家属'],
      ['ticket', '诉求请在当天答复', '家属的诉求请在当天给出第一次答复'],
      ['handover', '交接班请写清用药变化', '换药、停药请写在“其他交代”里'],
      ['notice', '消防演练', '周四 15:00 全院消防演练，各楼层护士长到岗'],
    ] as const)
      await sendMessages(tx, deps, ids, { kind, title, text, link: '/message/index' });
  });

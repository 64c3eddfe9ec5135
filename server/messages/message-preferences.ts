/** By which ways people want to be told, and what their institution starts them with. */
import { sql } from 'kysely';
import { deliveryStates, nextDaily, type Channel, type Choices } from '#contract/messages/channels.rules.ts';
import { messagePreferences as routes } from '#contract/messages/message-preferences.ts';
import { isMobile } from '#contract/phones.rules.ts';
import { isoOf } from '#contract/time.ts';
import { endOfWindows, type TimeWindow } from '#contract/time-windows.rules.ts';
import type { Context } from '../context.ts';
import { instant } from '../db/instants.ts';
import { db, type Tx } from '../db/tenant.ts';
import { conflict, invalid } from '../errors.ts';
import { saveOneRow } from '../lists/one-row-settings.ts';
import type { Handlers } from '../http/implement.ts';
import { merged } from '../lists/crud.ts';
import { mailsLeave } from './mails.ts';
import { subscribed } from './message-sending.ts';

async function settingsOf(tx: Tx): Promise<{ choices: Choices; version: number }> {
  const row = await tx.row(db.selectFrom('message_settings').select(['choices', 'version']).where('tenant_id', '=', tx.tenantId));
  return row ? { choices: row.choices as Choices, version: row.version } : { choices: {}, version: 0 };
}

interface Own {
  choices: Choices | null;
  quiet: TimeWindow[] | null;
  email: string | null;
  dailyTime: string | null;
  dailyChannel: Channel | null;
  version: number | null;
  phone: string | null;
  listens: boolean;
}

async function ownOf({ tx, session, deps }: Context) {
  const [own, { choices: defaults }] = await Promise.all([
    tx.row<Own>(sql`
      select p.choices, p.quiet, p.email, p.daily_at as "dailyTime", p.daily_channel as "dailyChannel", p.version, u.phone,
        exists (select ${subscribed(tx.tenantId, sql`u.id`)}) as listens
      from users u left join message_preferences p on p.tenant_id = u.tenant_id and p.user_id = u.id
      where u.tenant_id = ${tx.tenantId} and u.id = ${session.userId}`),
    settingsOf(tx),
  ]);
  const { choices, quiet, version, phone, listens, ...rest } = own!;
  const pushKey = deps.config.webPush?.publicKey ?? null;
  return {
    ...rest,
    choices: choices ?? {},
    defaults,
    // Of its length its own form was the judge.
    quiet: (quiet ?? []) as { days: number[]; from: string; to: string }[],
    version: version ?? 0,
    reach: { sms: isMobile(phone), email: rest.email !== null, push: listens && pushKey !== null },
    mail: mailsLeave(),
    pushKey,
  };
}

/** What is held back until the former end of quiet hours waits for the new one. */
const holdAnew = (tx: Tx, userId: number, quiet: readonly TimeWindow[], now: number) =>
  tx.run(sql`
    update message_deliveries set due_at = ${instant(endOfWindows(quiet, now) ?? now)}
    where tenant_id = ${tx.tenantId} and user_id = ${userId} and state = ${sql.lit(deliveryStates.held)}`);

export const messagePreferences: Handlers<typeof routes> = {
  own: (_, context) => ownOf(context),

  async save({ version, ...changes }, context) {
    const { tx, session, deps } = context;
    const form = merged(await ownOf(context), changes);
    if ((form.dailyTime === null) !== (form.dailyChannel === null)) throw invalid('请同时选择每日汇总的时间和方式');
    const now = deps.now();
    const set = {
      choices: JSON.stringify(form.choices),
      quiet: JSON.stringify(form.quiet),
      email: form.email,
      daily_at: form.dailyTime,
      daily_channel: form.dailyChannel,
      daily_due: form.dailyTime === null ? null : isoOf(nextDaily(form.dailyTime, now)),
    };
    const saved = await tx.run(
      version === 0
        ? db
            .insertInto('message_preferences')
            .values({ tenant_id: tx.tenantId, user_id: session.userId, ...set })
            .onConflict((on) => on.columns(['tenant_id', 'user_id']).doNothing())
        : db
            .updateTable('message_preferences')
            .set({ ...set, version: sql`version + 1`, updated_at: sql`now()` })
            .where('tenant_id', '=', tx.tenantId)
            .where('user_id', '=', session.userId)
            .where('version', '=', version),
    );
    if (saved === 0) throw conflict('提醒方式已在别处修改，请刷新后重试', await ownOf(context));
    if (changes.quiet !== undefined) await holdAnew(tx, session.userId, form.quiet, now);
    return true;
  },

  settings: (_, { tx }) => settingsOf(tx),

  async update({ choices, version }, { tx }) {
    const saved = await saveOneRow(tx, 'message_settings', version, { choices: JSON.stringify(choices) });
    if (!saved) throw conflict('消息设置已被他人修改，请刷新后重试', await settingsOf(tx));
    return true;
  },
};

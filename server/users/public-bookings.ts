/** Public pages on which families book: whose page a token opens, and what protects a booking from guesses. */
import type { Actor, Context, Dependencies, Work } from '../context.ts';
import type { Tx } from '../db/tenant.ts';
import { Refusal } from '../errors.ts';
import { workIn } from '../events.ts';
import { beginOpen } from './open-attempts.ts';
import { takePhoneCode } from './phone-codes.ts';

interface PageSettings {
  publicBooking: boolean;
  path: string | null;
}

interface PublicPage<S extends PageSettings> {
  /** Of the codes sent to phones; attempts are counted by it, too. */
  purpose: 'home' | 'visit';
  /** The person who acts by the page. */
  actor: Actor;
  settingsOf(tx: Tx): Promise<S>;
  /** The booking of a code and a phone. */
  find(work: Work, code: string, phone: string): Promise<{ id: number } | undefined>;
}

type Run<S, T> = (work: Work, settings: S) => Promise<T>;

/** What a page's handlers share. */
export function publicBookings<S extends PageSettings>({ purpose, actor, settingsOf, find }: PublicPage<S>) {
  const tenantOf = (token: string) => token.slice(0, token.indexOf('.'));

  /** Runs `run` in the institution whose page a token opens; 403 when it opens none. */
  const withPage = <T>(deps: Dependencies, token: string, run: Run<S, T>): Promise<T> =>
    deps.inTenant(Number(tenantOf(token)), async (tx) => {
      const settings = await settingsOf(tx);
      if (!settings.publicBooking || settings.path !== `/${purpose}/${token}`) throw new Refusal(403, '预约链接无效或已停用');
      return run(workIn(tx, deps, actor), settings);
    });

  /** Runs `run` with the booking of a code and a phone, which both must be right. Guesses are counted and stopped. */
  async function withOwn<T>(
    { token, code, phone }: { token: string; code: string; phone: string },
    context: Context,
    run: (work: Work, id: number, settings: S) => Promise<T>,
  ): Promise<T> {
    await withPage(context.deps, token, async () => {});
    const attempt = await beginOpen(context, `${purpose} find ${tenantOf(token)} ${phone}`);
    let known = false;
    try {
      return await withPage(context.deps, token, async (work, settings) => {
        const row = await find(work, code, phone);
        if (!row) throw new Refusal(404, '没有找到预约，请核对预约码和手机号');
        known = true;
        return run(work, row.id, settings);
      });
    } finally {
      if (known) await attempt.withdrawn();
    }
  }

  /**
   * Runs `run` once the code that was sent to the phone is right. A refusal gives the code back, so that the form can be mended. `guessed`
   * gives the refusal of a result that could be a guess: what `run` wrote stays, and the attempt is counted.
   */
  async function withPhoneCode<T>(
    { token, phone, smsCode }: { token: string; phone: string; smsCode: string },
    context: Context,
    run: Run<S, T>,
    guessed: (made: T) => Refusal | null = () => null,
  ): Promise<T> {
    const attempt = await beginOpen(context, `${purpose} ${tenantOf(token)} ${phone}`);
    const { again } = await takePhoneCode(context.deps, { purpose, phone, code: smsCode });
    const made = await withPage(context.deps, token, run).catch(async (error: unknown) => {
      if (error instanceof Refusal && error.status < 500) await again();
      await attempt.withdrawn();
      throw error;
    });
    const refusal = guessed(made);
    if (refusal) {
      await again();
      throw refusal;
    }
    await attempt.withdrawn();
    return made;
  }

  return { withPage, withOwn, withPhoneCode };
}

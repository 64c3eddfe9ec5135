/**
 * Hears what is asked of the simulator by NOTIFY (server/devices/simulator-desk.ts), and answers that it was heard, and when it was said.
 */
import type { ClientConfig } from 'pg';
import type { Dependencies } from '../../server/context.ts';
import { ANSWERED, Asked, ASKED, type Answered } from '../../server/devices/simulator-desk.ts';
import { listenForNotices } from '../../server/realtime/listener.ts';
import type { Simulator } from './simulator.ts';

/**
 * `database` is a fresh configuration for each attempt to listen. Nothing is said of what
 * was asked while no simulator listened: the caller was told so.
 */
export function hearFor(
  simulator: Pick<Simulator, 'say'>,
  { pool, log }: Pick<Dependencies, 'pool' | 'log'>,
  database: () => ClientConfig,
) {
  async function answer(notice: unknown): Promise<void> {
    const asked = Asked.safeParse(notice);
    if (!asked.success) return log.warn('the simulator was asked for what it does not know');
    const { t, k, p } = asked.data;
    const tell = (answer: Answered) => pool.query('select pg_notify($1, $2)', [ANSWERED, JSON.stringify(answer)]);
    await tell({ id: p.id });
    await tell({ id: p.id, problem: await simulator.say(t, p.deviceId, k, p.values) });
  }
  return listenForNotices({
    channel: ASKED,
    database,
    onNotice: (notice) => void answer(notice).catch((error: unknown) => log.warn({ err: error }, 'the simulator could not answer')),
    onGap: () => {},
    onLost: (error) => log.warn({ err: error }, 'the connection that the simulator listens on was lost'),
  });
}

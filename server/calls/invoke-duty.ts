/** On duty, ready, on a break, off duty: actions of CCC. */
import type { Context } from '../context.ts';
import { sql } from 'kysely';
import { invalid, refused } from '../errors.ts';
import { contextsOf } from './ccc-contexts.ts';
import type { Acts, Parameters } from './invoke.ts';
import { duty, type SeatRow } from './seats.ts';

/** The groups that a seat signs in to, `7`, `"7@instance"` or a list of them; null is all of its own. */
function signedGroups(seat: SeatRow, given: Parameters): number[] | null {
  const value = given.json('SignedSkillGroupIdList');
  if (value === null || (Array.isArray(value) && value.length === 0)) return null;
  if (!Array.isArray(value)) throw invalid('参数SignedSkillGroupIdList应为技能组编号的列表');
  const ids = value.map((one) => Number(String(one).split('@')[0]));
  if (ids.some((id) => !seat.groups.some((group) => group.id === id))) throw refused('只能签入坐席所属的技能组');
  return ids;
}

const does =
  (action: 'sign-out' | 'ready' | 'reset') =>
  async (context: Context, seat: SeatRow): Promise<unknown> => {
    await duty(context, seat.id, { action });
    return contextsOf(context.tx, seat);
  };

export const actOnDuty: Acts = {
  async SignInGroup(context, seat, given) {
    await duty(context, seat.id, { action: 'sign-in' }, signedGroups(seat, given));
    return contextsOf(context.tx, seat);
  },
  SignOutGroup: does('sign-out'),
  ReadyForService: does('ready'),
  ResetAgentState: does('reset'),
  async TakeBreak(context, seat, given) {
    await duty(context, seat.id, { action: 'break', code: given.text('Code') || 'Rest' });
    return contextsOf(context.tx, seat);
  },
  async ChangeWorkMode(context, seat, given) {
    const mode = given.need('WorkMode');
    const device = { ON_SITE: 1, OFFICE_PHONE: 2 }[mode];
    if (device === undefined) throw refused('工作模式只支持浏览器（ON_SITE）和话机（OFFICE_PHONE）');
    const has = await context.tx.row<{ sip: boolean }>(
      sql`select sip_cipher is not null as sip from call_seats where tenant_id = ${context.tx.tenantId} and id = ${seat.id}`,
    );
    if (device === 2 && !has?.sip) throw refused('坐席没有设置话机，请先在“坐席”中设置话机密码');
    if (device !== seat.device) throw refused('请在“坐席”中更改坐席的设备');
    return contextsOf(context.tx, seat);
  },
};

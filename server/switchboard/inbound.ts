/** Telephones that call in: by a trunk to a number of the institution, or the telephone of a seat that dials. */
import { sql } from 'kysely';
import { legKinds } from '#contract/calls/hearing.rules.ts';
import type { MediaEvent } from '../call-media/media.ts';
import { arrive, dial } from '../calls/call-begin.ts';
import { serviceOf } from '../calls/service-in-use.ts';
import { mediaView, soundsBy } from '../calls/media-view.ts';
import type { Work } from '../context.ts';
import { Refusal } from '../errors.ts';
import type { Switchboard, SwitchboardOptions } from './switchboard.ts';

type Invited = Extract<MediaEvent, { type: 'phone.invited' }>;

const digitsOf = (number: string) => number.replace(/\D/g, '');

/** Where the number that was dialled leads; null when it is none of the institution. */
async function wayOf({ tx }: Work, to: string) {
  const service = await serviceOf(tx);
  const digits = digitsOf(to);
  return service?.numbers.find(({ number }) => digitsOf(number) === digits || digits.endsWith(digitsOf(number).replace(/^0+/, ''))) ?? null;
}

async function callerIn(work: Work, { legId, from, to }: Invited): Promise<boolean> {
  const way = await wayOf(work, to);
  if (!way) return false;
  const leg = { kind: legKinds.phone, mediaId: legId };
  const { groupId, menuId } = way;
  const made = await arrive(work, { from, to: way.number, leg, groupId: menuId ? null : groupId, menuId: menuId ?? null });
  return made.legId !== null;
}

/** The telephone of a seat dials: its leg is this one. */
async function seatDials(work: Work, { legId, to }: Invited, extension: string): Promise<boolean> {
  const { tx } = work;
  const seat = await tx.row<{ id: number }>(sql`
    select id from call_seats where tenant_id = ${tx.tenantId} and extension = ${extension} and device = 2 and enabled`);
  if (!seat) return false;
  const { id } = await dial(work, seat.id, { callee: to });
  await soundsBy(tx, id, seat.id, legId);
  return true;
}

/** Takes the call in, or refuses it: 404 for a number that leads nowhere, 603 for who is refused. */
export async function invited(
  board: Switchboard,
  { deps, media }: Pick<SwitchboardOptions, 'deps' | 'media'>,
  event: Invited,
): Promise<void> {
  const { legId, trunk, phone } = event;
  const [, tenant, extension] = (phone ? /^phone-(\d+)-(\d+)$/ : /^trunk-(\d+)$/).exec(phone ?? trunk ?? '') ?? [];
  if (!tenant) return media.refusePhone(legId, 404);
  const tenantId = Number(tenant);
  await board.chain(tenantId, 'a call that comes in', async () => {
    try {
      const taken = await board.within(tenantId, (work) => (extension ? seatDials(work, event, extension) : callerIn(work, event)));
      if (!taken) return media.refusePhone(legId, extension ? 403 : 603);
      const { legs } = await deps.inTenant(tenantId, mediaView);
      const leg = legs.find(({ mediaId }) => mediaId === legId);
      if (!leg) return media.refusePhone(legId, 603);
      board.known.set(legId, { tenantId, leg });
      media.answerPhone(legId);
    } catch (error) {
      media.refusePhone(legId, error instanceof Refusal ? 603 : 500);
      throw error;
    }
  });
  await board.reconcile(tenantId);
}

/** What the media notices becomes what happens to calls. */
import { LOST } from '#contract/calls/call-happenings.rules.ts';
import type { MediaEvent } from '../call-media/media.ts';
import { press } from '../calls/call-menu-walk.ts';
import { endRecording } from '../calls/call-recordings.ts';
import { noteQuality, pageClosed, pageConnected, phoneDid, soundLost } from '../calls/media-view.ts';
import type { Work } from '../context.ts';
import { noteTrunk } from '../calls/service-states.ts';
import { invited } from './inbound.ts';
import { LAST, tenantOfTrunk, type Known, type Switchboard, type SwitchboardOptions } from './switchboard.ts';

/** SIP status of a call that was not answered, as the call ends by it. */
const REASONS: Record<number, string> = { 486: 'Busy', 600: 'Busy', 603: 'Reject', 403: 'Reject' };
const reasonOf = (status: number) => (status === 200 ? 'Released' : (REASONS[status] ?? 'NoAnswer'));

/** Listens to the media; every event of a leg is a transaction of its tenant, in order. */
export function followMedia(board: Switchboard, { deps, media }: Pick<SwitchboardOptions, 'deps' | 'media'>): void {
  const { known, rooms, leaving, chain, within } = board;
  const of = (legId: string, what: string, run: (work: Work, one: Known) => Promise<unknown>) => {
    const one = known.get(legId);
    if (one) void chain(one.tenantId, what, () => within(one.tenantId, (work) => run(work, one)));
  };

  function died(legIds: readonly string[], roomIds: readonly string[]): void {
    const tenants = new Map<number, string[]>();
    for (const legId of legIds) {
      const one = known.get(legId);
      if (one) tenants.set(one.tenantId, [...(tenants.get(one.tenantId) ?? []), legId]);
      known.delete(legId);
      leaving.delete(legId);
    }
    for (const id of roomIds) {
      const room = rooms.get(id);
      rooms.delete(id);
      if (room?.recording) {
        const { path } = room.recording;
        void chain(room.tenantId, 'a recording that was cut off', () => within(room.tenantId, ({ tx }) => endRecording(tx, path, 3, 0, 0)));
      }
    }
    for (const [tenantId, lost] of tenants) {
      void chain(tenantId, 'calls that lost their sound', () => within(tenantId, (work) => soundLost(work, lost)));
      void board.reconcile(tenantId);
    }
  }

  function phoneEvent(event: Extract<MediaEvent, { type: `phone.${string}` }>): void {
    if (event.type === 'phone.invited') return void invited(board, { deps, media }, event);
    if (event.type === 'phone.registered') return deps.log.info({ phone: event.phone, online: event.online }, 'a telephone of a seat');
    const did = event.type === 'phone.ringing' ? 'rings' : event.type === 'phone.answered' ? 'answered' : 'ended';
    const reason = event.type !== 'phone.ended' ? '' : event.lost ? LOST : reasonOf(event.status);
    of(event.legId, `a telephone that ${did}`, (work, { leg }) => phoneDid(work, leg, did, reason));
    if (event.type !== 'phone.ended') return;
    known.delete(event.legId);
    leaving.delete(event.legId);
  }

  function trunkSaid({ trunk, status }: Extract<MediaEvent, { type: 'trunk.registered' }>): void {
    const tenantId = tenantOfTrunk(trunk);
    if (tenantId !== null) void chain(tenantId, 'the registration with a trunk', () => within(tenantId, (work) => noteTrunk(work, status)));
  }

  media.on((event) => {
    switch (event.type) {
      case 'leg.connected':
        return of(event.legId, 'a page that connected', (work, { leg }) => pageConnected(work, leg.id));
      case 'leg.closed':
        of(event.legId, 'a page that closed', (work, { leg }) => pageClosed(work, leg, event.reason ?? 'Closed'));
        return void known.delete(event.legId);
      case 'leg.dtmf':
        return of(event.legId, 'a key', async (work, { leg }) => leg.callId !== null && (await press(work, leg.callId, event.digit)));
      case 'leg.quality':
        return of(
          event.legId,
          'the quality of a leg',
          async ({ tx }, { leg }) => leg.callId !== null && (await noteQuality(tx, leg.id, event)),
        );
      case 'leg.played':
        if (event.turn === LAST && leaving.delete(event.legId)) media.closeLeg(event.legId);
        return;
      case 'phone.invited':
      case 'phone.ringing':
      case 'phone.answered':
      case 'phone.ended':
      case 'phone.registered':
        return phoneEvent(event);
      case 'trunk.registered':
        return trunkSaid(event);
      case 'recording.failed':
        return deps.log.error({ room: event.roomId, reason: event.reason }, 'a recording could not be written');
      case 'died':
        deps.log.error({ legs: event.legIds.length, rooms: event.roomIds.length }, 'the sound of calls died; it is started again');
        return died(event.legIds, event.roomIds);
    }
  });
}

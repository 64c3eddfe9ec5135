/** 通话工作台: the routes of a seat. */
import { callProviders } from '#contract/calls/call-services.ts';
import { SUPERVISE, workbench as routes } from '#contract/calls/workbench.ts';
import { Refusal } from '../errors.ts';
import type { Handlers } from '../http/implement.ts';
import { invoke } from './invoke.ts';
import { offerPage, pageAnswer, pageSeen } from './page-legs.ts';
import { needSeat, seatOfUser } from './seats.ts';
import { colleaguesOf, openView, seatState } from './workbench-views.ts';

export const workbench: Handlers<typeof routes> = {
  check: (_input, { tx, session }) => seatOfUser(tx, session.userId),
  open: async (_input, context) => openView(context, await needSeat(context), context.session.permissions.has(SUPERVISE)),
  state: async (_input, context) => seatState(context, await needSeat(context)),
  async colleagues({ name }, context) {
    await needSeat(context);
    return colleaguesOf(context.tx, name);
  },
  invoke,
  async offer(input, context) {
    const seat = await needSeat(context);
    if (seat.provider === callProviders.aliyun) throw new Refusal(422, '该机构的语音由阿里云联络中心承载');
    return { legId: await offerPage(context, seat.id, input), answer: null };
  },
  answer: async ({ legId }, context) => pageAnswer(context, (await needSeat(context)).id, legId),
  seen: async (input, context) => pageSeen(context, (await needSeat(context)).id, input),
};

/** Who can go to an alarm now, and sending that person by one press. The paths are those of the warnings; orders are what it writes. */
import { z } from 'zod';
import { byId, id, int, orNull, picked, text } from '../fields.ts';
import { get, post } from '../http.ts';
import { BoardCandidate } from './boards.ts';

/** At most so many are ranked for an alarm. */
export const MOST_RESPONDERS = 100;

export const Responder = BoardCandidate.extend({
  /** Three short words for the button: contract/work-orders/responders.rules.ts. */
  duty: z.string(),
  doing: z.string(),
  near: z.string(),
});

const send = 'members_workorder_dispatch';

export const responders = {
  /**
   * Staff ranked for a visit now: for the order that waits for a carer, without one for the default SOS service at the place of the alarm.
   * For who may handle warnings, see orders and dispatch.
   */
  list: get('/warning/devicewarning/{id}/responders', '预警可派人员', {
    access: send,
    urgent: true,
    input: byId,
    output: z.array(Responder),
  }),
  /**
   * Sends a member of staff to an alarm: confirms it, sets 上门处理 and 处理中, drafts the order or takes the one that waits, dispatches it.
   * All or nothing. What the person does at that time is no hindrance. Answers 409 with the warning as it is when it has changed, is closed
   * or a carer was sent already. `remark` left out keeps what is written.
   */
  dispatch: post('/warning/devicewarning/dispatch', '预警一键派单', {
    access: send,
    always: true,
    urgent: true,
    input: z.object({ id, version: int(1), userId: picked('请选择服务人员'), remark: orNull(text(200)) }),
    output: z.object({ workOrderId: z.number(), workNo: z.string(), userId: z.number(), userName: z.string() }),
    message: '派单成功',
  }),
};

/** 处置记录: calls about a warning, what the family was told, and the review when it is over. */
import { z } from 'zod';
import { dateTime, id, int, ok, orNull, required, text } from '../fields.ts';
import { get, post } from '../http.ts';
import { phoneOrKept } from '../phones.ts';
import { requiredRichText } from '../rich-text.ts';

export const WarningRecord = z.object({
  id: z.number(),
  /** contract/warnings/warning-records.rules.ts, as the numbers below. */
  kind: z.number(),
  contact: z.string().nullable(),
  phone: z.string().nullable(),
  way: z.number().nullable(),
  /** Of a call null while it goes on. */
  outcome: z.number().nullable(),
  cause: z.number().nullable(),
  /** Of a review rich text. */
  note: z.string().nullable(),
  startTime: z.string(),
  endTime: z.string().nullable(),
  userName: z.string(),
  /** A call of whoever asks, that goes on. */
  calling: z.boolean(),
});

const view = 'warning_devicewarning_view';
const handle = 'warning_devicewarning_handle';

export const warningRecords = {
  ofWarning: get('/warning/devicewarning/{warningId}/record', '处置记录', {
    access: view,
    input: z.object({ warningId: id }),
    output: z.array(WarningRecord),
  }),
  /**
   * Says that the caller is on the telephone; a call of theirs that was never ended is ended
   * by it. While it goes on they cannot confirm the handling.
   */
  startCall: post('/warning/devicewarning/call', '开始通话', {
    access: handle,
    always: true,
    input: z.object({ warningId: id, phone: phoneOrKept('contact'), contact: orNull(text(20)) }),
    output: id,
  }),
  endCall: post('/warning/devicewarning/call/end', '结束通话', {
    access: handle,
    always: true,
    input: z.object({ id, outcome: int(1, 4), note: orNull(text(200)) }),
    output: ok,
    message: '通话已记录',
  }),
  tellFamily: post('/warning/devicewarning/family', '告知家属', {
    access: handle,
    always: true,
    input: z.object({
      warningId: id,
      contact: required(20, '请填写告知对象'),
      phone: orNull(phoneOrKept('contact')),
      way: int(1, 3),
      outcome: int(1, 2),
      time: dateTime,
      note: orNull(text(200)),
    }),
    output: id,
    message: '已记录家属告知',
  }),
  /** Of a closed warning only. */
  review: post('/warning/devicewarning/review', '预警复盘', {
    access: handle,
    always: true,
    input: z.object({ warningId: id, cause: int(1, 6), note: requiredRichText(1000, '请填写经过与改进措施') }),
    output: id,
    message: '已记录复盘',
  }),
};

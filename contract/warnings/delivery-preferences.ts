/** When a member of staff does not want to be told of warnings, by channel. SOS, falls and everything critical get through always. */
import { z } from 'zod';
import { nothing, ok } from '../fields.ts';
import { get, post } from '../http.ts';
import { quietWindows } from '../time-windows.ts';
import { channels } from './policies.rules.ts';

const Preference = z.object({
  channel: z.enum(channels, { error: '没有这个通知方式' }),
  quiet: quietWindows,
});

export const deliveryPreferences = {
  /** One for every channel. */
  own: get('/warning/preference', '我的免打扰', { access: 'session', input: nothing, output: z.array(Preference) }),
  save: post('/warning/preference', '设置我的免打扰', {
    access: 'session',
    input: z.object({
      preferences: z
        .array(Preference)
        .min(1, { error: '请至少设置一种通知方式' })
        .max(channels.length)
        .refine((all) => new Set(all.map(({ channel }) => channel)).size === all.length, { error: '同一通知方式设置了两次' }),
    }),
    output: ok,
    message: '已保存',
  }),
};

/** What was asked of a device beside what it says of itself. */
import { z } from 'zod';
import { byId } from '../fields.ts';
import { get } from '../http.ts';
import { commandKinds } from './device-types.ts';

const Parameters = z.record(z.string(), z.unknown());

export const deviceSettings = {
  read: get('/tenant-device/device/{id}/settings', '设备参数', {
    access: 'tenant_device_view',
    input: byId,
    output: z.object({
      settings: z.array(
        z.object({
          kind: z.enum(commandKinds),
          /** The newest command of the kind that was not cancelled; null when there was none. */
          commandId: z.number().nullable(),
          asked: Parameters.nullable(),
          /** As commandStates. */
          state: z.number().nullable(),
          attempts: z.number(),
          askTime: z.string().nullable(),
          sendTime: z.string().nullable(),
          /** What the device says, as far as its protocol lets it. */
          reported: Parameters.nullable(),
          reportTime: z.string().nullable(),
          /** Null while nothing can be said. */
          agreement: z.enum(['agrees', 'differs']).nullable(),
        }),
      ),
      /** Everything the device says of itself, as it says it. */
      reports: z.array(z.object({ name: z.string(), value: z.string(), time: z.string() })),
    }),
  }),
};

/** What staff should know of a device's connections: used from two addresses, refused from a network, never at rest. */
import { z } from 'zod';
import { byId } from '../fields.ts';
import { get } from '../http.ts';

export const deviceConnections = {
  /** Of the last seven days, the newest first. */
  notes: get('/tenant-device/device/{id}/connections', '设备连接提醒', {
    access: 'tenant_device_view',
    input: byId,
    output: z.array(
      z.object({
        /** By device-connections.rules.ts. */
        kind: z.number(),
        /** Of the connection that is told commands, where there are two. */
        address: z.string(),
        otherAddress: z.string().nullable(),
        firstTime: z.string(),
        lastTime: z.string(),
        current: z.boolean(),
      }),
    ),
  }),
};

/** Which devices a gateway (网关) speaks for. Its page lists them by `devices.page` with `hubId`, and those to add with `assignable`. */
import { z } from 'zod';
import { id } from '../fields.ts';
import { post } from '../http.ts';

const input = z.object({ hubId: id, deviceIds: z.array(id).min(1, { error: '请选择设备' }).max(200, { error: '一次最多200台设备' }) });

export const deviceHubs = {
  assign: post('/tenant-device/device/hub/assign', '添加网关下属设备', {
    access: 'tenant_device_edit',
    input,
    output: z.number(),
    message: '已添加',
  }),
  release: post('/tenant-device/device/hub/release', '移出网关下属设备', {
    access: 'tenant_device_edit',
    input,
    output: z.number(),
    message: '已移出',
  }),
};

/** The password with which a device signs in by itself (MQTT): made by us, told once, kept as a hash. */
import { z } from 'zod';
import { byId, ok } from '../fields.ts';
import { get, post } from '../http.ts';

export const deviceCredentials = {
  get: get('/tenant-device/device/{id}/credential', '设备接入凭据', {
    access: 'tenant_device_view',
    input: byId,
    output: z.object({
      username: z.string(),
      /** When the password was made; null when there is none. */
      issueTime: z.string().nullable(),
      issueName: z.string().nullable(),
      /** Where it publishes, and where commands come. */
      up: z.string(),
      down: z.string(),
      /** Absent when the gateway is switched off here. */
      port: z.number().nullable(),
    }),
  }),
  /** Makes a password, a new one when there was one: the device's connection with the old one ends. */
  issue: post('/tenant-device/device/credential', '生成设备接入密码', {
    access: 'tenant_device_edit',
    input: byId,
    output: z.object({ username: z.string(), password: z.string() }),
    message: '已生成接入密码',
  }),
  revoke: post('/tenant-device/device/credential/revoke', '停用设备接入密码', {
    access: 'tenant_device_edit',
    input: byId,
    output: ok,
    message: '已停用接入密码',
  }),
};

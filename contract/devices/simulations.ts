/** 设备模拟: makes the devices of the demonstration speak. There in demonstration mode only; what they say comes over their own connections. */
import { z } from 'zod';
import { metrics } from '../health/metrics.ts';
import { page, paging, picked, text } from '../fields.ts';
import { get, post } from '../http.ts';
import { Device, deviceKinds } from './devices.ts';
import { simulatedMetrics, simulationKinds, type SimulatedMetric } from './simulations.rules.ts';

export const Simulation = Device.pick({
  id: true,
  imei: true,
  name: true,
  type: true,
  typeName: true,
  protocol: true,
  oldmanId: true,
  oldmanName: true,
  roomName: true,
  hubId: true,
  hubName: true,
  online: true,
  lastSeenTime: true,
  battery: true,
}).extend({
  /** The newest warning that the device gave rise to; null for whoever may not see warnings. */
  warning: z.object({ id: z.number(), title: z.string(), severity: z.number(), time: z.string(), open: z.boolean() }).nullable(),
});

const value = (name: SimulatedMetric) => {
  const { label, plausible } = metrics[name];
  const error = `${label}应为${plausible[0]}至${plausible[1]}`;
  return z.number({ error }).min(plausible[0], { error }).max(plausible[1], { error }).optional();
};

export const ValuesToSay = z.object(
  Object.fromEntries(simulatedMetrics.map((name) => [name, value(name)])) as Record<SimulatedMetric, ReturnType<typeof value>>,
);

export const simulations = {
  page: get('/tenant-device/simulator/page', '模拟设备列表', {
    access: 'tenant_device_simulator_view',
    demonstration: 'only',
    input: z.object({ ...paging, name: text(32).optional(), type: z.enum(deviceKinds).optional() }),
    output: page(Simulation),
  }),
  /** Answers when the device has said it. `values` are of 测量; what is left out is as it is of somebody who is well. */
  say: post('/tenant-device/simulator/say', '模拟设备上报', {
    access: 'tenant_device_simulator_say',
    demonstration: 'only',
    input: z.object({
      deviceId: picked('请选择设备'),
      kind: z.enum(simulationKinds, { error: '请选择要模拟的内容' }),
      values: ValuesToSay.optional(),
    }),
    output: z.literal(true),
  }),
};

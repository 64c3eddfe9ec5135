/** The bounds of the MQTT gateway and what it counts for /metrics. */
import { gatewayLimits, noGatewayCounts, type GatewayCounts, type GatewayLimits } from '#server/ingest/tcp/gateway-limits.ts';

export const mqttLimits = {
  ...gatewayLimits,
  /** A connection that has not signed in is closed by then. */
  firstFrameMs: 10_000,
  /** Bytes of the packet that signs in, and of every later one. */
  firstFrameBytes: 4 * 1024,
  packetBytes: 64 * 1024,
  topicLevels: 8,
};

export type MqttLimits = GatewayLimits & typeof mqttLimits;

export interface MqttCounts extends GatewayCounts {
  /** Publications and subscriptions on topics that are not the device's own. */
  foreignTopics: number;
  /** Devices that a hub spoke for without being theirs. */
  foreignDevices: number;
  /** Messages that are no JSON. */
  unreadable: number;
  /** Wills that were not kept: a device that leaves is noticed by its silence. */
  wills: number;
  /** Packets that are none, or come in the wrong order. */
  malformed: number;
}

export const noMqttCounts = (): MqttCounts => ({
  ...noGatewayCounts(),
  foreignTopics: 0,
  foreignDevices: 0,
  unreadable: 0,
  wills: 0,
  malformed: 0,
});

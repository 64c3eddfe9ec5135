/** The gateways of one process, one port for each protocol, addressed as one. */
import type { Protocol } from '#server/ingest/events.ts';
import { startTcpGateway, type GatewayOptions, type TcpGateway } from '#server/ingest/tcp/gateway.ts';
import { ev07bProtocol } from '#server/ingest/tcp/ev07b-protocol.ts';
import { gt06Protocol } from '#server/ingest/tcp/gt06-protocol.ts';
import { iwProtocol } from '#server/ingest/tcp/iw-protocol.ts';
import { jt808Protocol } from '#server/ingest/tcp/jt808-protocol.ts';
import { watchProtocol } from '#server/ingest/tcp/watch-protocol.ts';

export type TcpProtocolName = Extract<Protocol, 'watch' | 'iw' | 'gt06' | 'jt808' | 'ev07b'>;
type Common = Omit<GatewayOptions<never, never>, 'protocol' | 'port'>;

export interface TcpGateways extends Omit<TcpGateway, 'port' | 'counts'> {
  readonly ports: Readonly<Partial<Record<TcpProtocolName, number>>>;
  /** By which protocol a device is connected here; null when it is not. */
  protocolOf(deviceKey: string): TcpProtocolName | null;
  /** Counters of each, named for /metrics: `gateway` is that of the watches. */
  counts(): Record<string, object>;
}

const start: Record<TcpProtocolName, (port: number, options: Common, secret: Buffer) => Promise<TcpGateway>> = {
  watch: (port, options) => startTcpGateway({ ...options, port, protocol: watchProtocol }),
  iw: (port, options) => startTcpGateway({ ...options, port, protocol: iwProtocol }),
  gt06: (port, options) => startTcpGateway({ ...options, port, protocol: gt06Protocol }),
  jt808: (port, options, secret) => startTcpGateway({ ...options, port, protocol: jt808Protocol(secret) }),
  ev07b: (port, options) => startTcpGateway({ ...options, port, protocol: ev07bProtocol }),
};

/** Starts a gateway for every protocol that has a port (0 takes any free one); rejects, with none left open, when one cannot be had. */
export async function startTcpGateways(
  ports: Partial<Record<TcpProtocolName, number>>,
  options: Common,
  secret: Buffer,
): Promise<TcpGateways> {
  const gateways = new Map<TcpProtocolName, TcpGateway>();
  const all = () => [...gateways.values()];
  const stop = async () => void (await Promise.all(all().map((gateway) => gateway.stop())));
  try {
    for (const [name, port] of Object.entries(ports) as [TcpProtocolName, number][])
      gateways.set(name, await start[name](port, options, secret));
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    ports: Object.fromEntries([...gateways].map(([name, { port }]) => [name, port])),
    counts: () => Object.fromEntries([...gateways].map(([name, { counts }]) => [name === 'watch' ? 'gateway' : `gateway_${name}`, counts])),
    protocolOf: (key) => [...gateways].find(([, gateway]) => gateway.online(key))?.[0] ?? null,
    online: (key) => all().some((gateway) => gateway.online(key)),
    send(key, content) {
      const gateway = all().find((one) => one.online(key));
      return gateway ? gateway.send(key, content) : false;
    },
    admit: (ids) => all().forEach((gateway) => gateway.admit(ids)),
    disconnect: (key) => all().forEach((gateway) => gateway.disconnect(key)),
    stop,
  };
}

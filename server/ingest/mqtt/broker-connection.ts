/**
 * One connection to a vendor's broker. A message of quality 1 is acknowledged after `take`
 * resolved, and not before, in the order in which they came.
 * What could not be stored ends the connection; the broker keeps our session and sends it again.
 */
import { environment } from '../../config.ts';
import { connect as dial, isIP, type Socket } from 'node:net';
import { connect as dialSecurely, type ConnectionOptions } from 'node:tls';
import mqtt from 'mqtt';
import { matches } from '#contract/devices/mqtt-topics.rules.ts';
import type { Subscription } from '#contract/devices/vendor-connections.ts';
import { OutboundError, problemOf as outboundProblem } from '#server/net/outbound-error.ts';
import { guarded, outerOr, type Resolver } from '#server/net/reach.ts';
import { packetSizes } from './packet-sizes.ts';

export interface BrokerOptions {
  readonly subscription: Subscription;
  readonly password: string | null;
  /** Resolves after the commit of what the message says; rejects when it has to be sent again. */
  take(topic: string, payload: Buffer): Promise<void>;
  /** The subscriptions stand; `problem` is what the broker did not grant, in Chinese. */
  onStanding(problem: string | null): void;
  /** Once, with why it ended, in Chinese; never after `end`. */
  onEnd(problem: string): void;
  readonly connectMs?: number;
  readonly packetBytes?: number;
  /** Of tests. */
  readonly resolver?: Resolver;
  readonly tls?: Pick<ConnectionOptions, 'ca'>;
}

export interface BrokerConnection {
  /**
   * Waits for what is being stored and acknowledged, then leaves; `forgotten` takes the subscriptions back, so that nothing is kept for us.
   */
  end(forgotten?: boolean): Promise<void>;
}

const PACKET_BYTES = 256 * 1024;
/** Messages that are being stored at once; the next one waits in the vendor's line. */
const MOST_TOGETHER = 64;
const CONNACK: Record<number, string> = {
  1: '对方不支持MQTT 3.1.1',
  2: '客户端编号被对方拒绝',
  3: '对方暂时不可用',
  4: '用户名或密码不正确',
  5: '对方不允许该账号连接',
};
const UNTRUSTED = /CERT|SIGNED|UNABLE_TO_|ALTNAME|ISSUER/;

function problemOf(error: unknown): string {
  if (error instanceof OutboundError) return outboundProblem(error, '服务器地址');
  const { code, message = '' } = error as { code?: number | string; message?: string };
  if (typeof code === 'number') return CONNACK[code] ?? '对方拒绝了连接';
  if (typeof code === 'string' && UNTRUSTED.test(code)) return '对方的证书不可信、已过期或与地址不符';
  return /timeout/i.test(message) ? '对方没有在时限内应答' : '无法连接对方';
}

/** What comes passes by the sizes of its packets before anybody keeps it; a packet that is too long ends the connection. */
function refuseLong(socket: Socket, most: number, onLong: () => void): void {
  const sizes = packetSizes(most);
  const push = socket.push.bind(socket);
  socket.push = (chunk: Buffer | null, encoding?: BufferEncoding) => {
    if (chunk === null || sizes.take(chunk)) return push(chunk, encoding);
    onLong();
    socket.destroy();
    return false;
  };
}

/** Begins to connect; what becomes of it is told by the options' callbacks. */
export function connectBroker(options: BrokerOptions): BrokerConnection {
  const { subscription, password, take, onStanding, onEnd, connectMs = 10_000, packetBytes = PACKET_BYTES, resolver } = options;
  const { host, port, tls, username, clientId, topics, qos } = subscription;
  let over = false;
  /** Nothing is acknowledged any more. */
  let broken = false;
  let problem: string | null = null;
  let working: Promise<void> = Promise.resolve();
  let socket: Socket | null = null;

  let guard: ReturnType<typeof guarded>;
  try {
    guard = guarded(outerOr(environment.privateHosts()), host, port, resolver);
  } catch (error) {
    queueMicrotask(() => !over && onEnd(problemOf(error)));
    return { end: () => Promise.resolve(void (over = true)) };
  }

  const open = () => {
    const made: Socket = tls
      ? dialSecurely({ host, port, ...(isIP(host) ? {} : { servername: host }), ...guard, ...options.tls, rejectUnauthorized: true })
      : dial({ host, port, noDelay: true, keepAlive: true, ...guard });
    socket = made;
    // The client keeps quiet about errors that it does not know.
    made.on('error', (error) => (problem ??= problemOf(error)));
    refuseLong(made, packetBytes, () => (problem = '对方的报文过大'));
    return made as never;
  };
  const client: mqtt.MqttClient = new mqtt.MqttClient(open, {
    protocolVersion: 4,
    clientId,
    // Nothing is lost while we are away.
    clean: false,
    ...(username ? { username } : {}),
    ...(password === null ? {} : { password }),
    reconnectPeriod: 0,
    resubscribe: false,
    connectTimeout: connectMs,
    keepalive: 60,
  });

  const ended = (why: string) => {
    broken = true;
    if (over) return;
    over = true;
    client.end(true);
    socket?.destroy();
    onEnd(why);
  };

  // The client would take one message after the other, each with its commit. It is told that they want no answer, and the answers are ours.
  const numbers = new WeakMap<object, number>();
  client.on('packetreceive', (packet) => {
    if (packet.cmd !== 'publish' || packet.qos !== 1) return;
    numbers.set(packet, packet.messageId!);
    packet.qos = 0;
  });
  let together = 0;
  let room: (() => void) | null = null;
  /** Answers in the order in which they came, as the standard has it. */
  async function settle(stored: Promise<boolean>, before: Promise<void>, number: number | undefined): Promise<void> {
    await before;
    const good = await stored;
    together--;
    if (!good) ended('暂时无法写入，等对方重发');
    else if (number !== undefined && !broken) socket?.write(Buffer.from([0x40, 2, number >> 8, number & 0xff]));
    const go = room;
    room = null;
    go?.();
  }
  client.handleMessage = (packet, proceed) => {
    const { topic, payload, retain } = packet as { topic: string; payload: Buffer; retain: boolean };
    const number = numbers.get(packet);
    // What is retained is of some time ago, and comes again with every connection; what nobody asks for any more is of an old session.
    const meant = !retain && topics.some((filter) => matches(filter, topic));
    const stored = meant
      ? take(topic, Buffer.from(payload)).then(
          () => true,
          () => false,
        )
      : Promise.resolve(true);
    together++;
    working = settle(stored, working, number);
    if (together < MOST_TOGETHER) proceed();
    else room = proceed;
  };
  client.on('error', (error) => (problem ??= problemOf(error)));
  client.on('close', () => ended(problem ?? '连接中断'));
  client.once('connect', () => {
    client.subscribe(Object.fromEntries(topics.map((topic) => [topic, { qos }])), (error, granted = []) => {
      if (over) return;
      const given = (error as { packet?: { granted?: number[] } } | null)?.packet?.granted ?? granted.map((one) => one.qos as number);
      const refused = topics.filter((_topic, at) => (given[at] ?? 128) === 128);
      if (refused.length === topics.length) return ended(`对方不允许订阅主题“${refused[0]!.slice(0, 60)}”`);
      if (refused.length > 0) return onStanding(`对方不允许订阅主题“${refused[0]!.slice(0, 60)}”`);
      onStanding(given.some((one) => one < qos) ? '对方只按QoS 0发送，断线期间的数据会丢失' : null);
    });
  });

  return {
    async end(forgotten = false) {
      if (over) return;
      over = true;
      await working;
      if (forgotten && client.connected)
        await Promise.race([client.unsubscribeAsync([...topics]).catch(() => {}), new Promise((done) => setTimeout(done, 2000).unref())]);
      await client.endAsync(!client.connected).catch(() => {});
      socket?.destroy();
    },
  };
}

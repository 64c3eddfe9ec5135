/**
 * MQTT 3.1.1 for devices, in this process. A device signs in with its number and its own
 * password, publishes to its own topics and hears its own commands; a hub does the same for the devices behind it; nothing goes from one
 * device to another. A message of quality 1 is acknowledged after the commit of its rows, and
 * not before: aedes writes PUBACK when `authorizePublish` answers.
 */
import { BoundedMap } from '../../bounded-map.ts';
import { randomBytes } from 'node:crypto';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { Aedes, type AuthenticateError, type Client } from 'aedes';
import { behindTopic, downTopic, hearing, mayPublish, maySubscribe, namedBehind } from '#contract/devices/mqtt-topics.rules.ts';
import { isPassword } from '../../devices/mqtt-passwords.ts';
import type { Registered } from '#server/ingest/directory.ts';
import { plainAddress } from '#server/http/client-addresses.ts';
import { inNetworks } from '#server/ingest/networks.ts';
import { createBacklog } from '#server/ingest/tcp/backlog.ts';
import { createFrameRates } from '#server/ingest/tcp/frame-rates.ts';
import { createRefusals } from '#server/ingest/tcp/refusals.ts';
import { createStrangers, type Stranger } from '#server/ingest/tcp/strangers.ts';
import { shortened } from '#server/ingest/tcp/session.ts';
import type { GatewayOptions, TcpGateway } from '#server/ingest/tcp/gateway.ts';
import { isHub, standsBehind } from './mqtt-messages.ts';
import { mqttLimits, noMqttCounts, type MqttCounts, type MqttLimits } from './mqtt-limits.ts';
import { openMqttSession, type MqttParts, type MqttSession } from './mqtt-session.ts';
import { packetSizes, type PacketSizes } from './packet-sizes.ts';

export interface MqttOptions extends Pick<MqttParts, 'sink' | 'clock' | 'log' | 'mappingFor' | 'note'> {
  /** As `note` of the other gateways. */
  readonly noteConnection?: GatewayOptions<never, never>['note'];
  /** 0 takes any free port. */
  readonly port: number;
  readonly host: string;
  readonly directory: { find(id: string): Promise<Registered | null>; current(key: string): Promise<Registered | null> };
  /** Hears that a device, or a hub for those behind it, listens for commands now. */
  listening?(device: Registered): void;
  readonly limits?: Partial<MqttLimits>;
}

export interface MqttGateway extends Omit<TcpGateway, 'counts'> {
  readonly counts: Readonly<MqttCounts>;
  /** Whether a device can be told something here: by its own connection or that of its hub. Rejects when that cannot be found out. */
  reaches(deviceKey: string): Promise<boolean>;
}

const MOST_BEHIND = 50_000;
const USERNAME = /^[0-9A-Za-z_-]{4,32}$/;
const refusal = (returnCode: 3 | 4 | 5): AuthenticateError => Object.assign(new Error('refused'), { returnCode: returnCode as never });

/** Reads of a socket pass by the sizes of its packets: one that is too long is not kept, its connection ends. */
function guard(socket: Socket, sizes: PacketSizes, onOversize: () => void): void {
  const read = socket.read.bind(socket);
  socket.read = (size?: number) => {
    const chunk = read(size) as Buffer | null;
    if (chunk === null || sizes.take(chunk)) return chunk;
    onOversize();
    socket.destroy();
    return null;
  };
}

/** Starts listening; rejects when the port cannot be had. */
export async function startMqttGateway(options: MqttOptions): Promise<MqttGateway> {
  const limits: MqttLimits = { ...mqttLimits, ...options.limits };
  const counts = noMqttCounts();
  const { directory, log, clock } = options;
  const refusals = createRefusals(clock, limits);
  const parts: MqttParts = { ...options, limits, counts, backlog: createBacklog(limits, counts), rates: createFrameRates(limits) };
  const clients = new Map<string, Client>();
  const sessions = new WeakMap<Client, MqttSession>();
  const working = new Set<MqttSession>();
  /** Devices that were asked for and have no connection of their own, with what their hub calls them. */
  const behind = new BoundedMap<string, { hub: string; number: string }>(MOST_BEHIND);
  const strangers = createStrangers(limits, counts);
  const sockets = new Map<Socket, { sizes: PacketSizes; stranger: Stranger }>();
  let stopping = false;

  async function admitted(username: string, password: Buffer | undefined, address: string): Promise<Registered | 3 | 4 | 5> {
    if (!USERNAME.test(username)) {
      counts.refusedCredentials++;
      return 4;
    }
    if (refusals.refused(username)) {
      counts.unknownIds++;
      counts.rateRefused++;
      return 4;
    }
    let device: Registered | null;
    try {
      device = await directory.find(username);
    } catch (error) {
      counts.directoryErrors++;
      log.warn({ device: shortened(username), error: error instanceof Error ? error.name : 'unknown' }, 'device look-up failed');
      return 3;
    }
    // The name is the number itself: the short form of a watch's is not told to anybody.
    if (!device || device.ids[0] !== username) {
      counts.unknownIds++;
      refusals.unknown(username, address);
      log.info({ device: shortened(username), protocol: 'mqtt' }, 'unregistered device refused');
      return 4;
    }
    if (device.profile.protocol !== 'mqtt') {
      counts.wrongProtocols++;
      return 5;
    }
    if (!device.credential || !password || !isPassword(device.credential, device.tenantId, device.deviceId, password.toString('utf8'))) {
      counts.refusedCredentials++;
      log.warn({ device: shortened(username), protocol: 'mqtt' }, 'device refused, its password is wrong');
      return 4;
    }
    refusals.known(username);
    if (!inNetworks(device.profile.networks, address)) {
      counts.foreignNetworks++;
      options.noteConnection?.(device, { kind: 'outside', address: plainAddress(address) });
      return 5;
    }
    return device;
  }

  function enter(client: Client, device: Registered): void {
    const session = openMqttSession(device, parts);
    sessions.set(client, session);
    working.add(session);
    const before = clients.get(device.key);
    if (before && before !== client) counts.replaced++;
    clients.set(device.key, client);
    counts.sessions = clients.size;
    const entry = sockets.get(client.conn as Socket);
    if (!entry) return;
    entry.sizes.limit = limits.packetBytes;
    entry.stranger.leave();
  }

  function left(client: Client): void {
    const session = sessions.get(client);
    if (!session) return;
    void session.finish().then(() => working.delete(session));
    if (clients.get(session.device.key) === client) clients.delete(session.device.key);
    counts.sessions = clients.size;
  }

  const broker = await Aedes.createBroker({
    connectTimeout: limits.firstFrameMs,
    maxClientsIdLength: 64,
    maxTopicLevels: limits.topicLevels,
    heartbeatInterval: 3_600_000,
    drainTimeout: 10_000,
    preConnect(_client, packet, done) {
      if (packet.will) counts.wills++;
      // One session for a device under any client id: the newcomer replaces the old one.
      // Nothing outlives a connection here, commands wait in the database.
      const settings = packet as { clientId: string; clean: boolean; will?: unknown };
      settings.clientId = USERNAME.test(packet.username ?? '') ? packet.username! : '';
      settings.clean = true;
      delete settings.will;
      done(null, !stopping);
    },
    async authenticate(client, username, password, done) {
      const address = (client.conn as Socket).remoteAddress ?? '';
      const stranger = sockets.get(client.conn as Socket)?.stranger;
      if (stranger) stranger.asked = true;
      const answer = await admitted(username ?? '', password, address);
      if (stranger) stranger.asked = false;
      if (typeof answer === 'number') return done(refusal(answer), null);
      if (stopping || client.closed) return done(refusal(3), null);
      enter(client, answer);
      done(null, true);
    },
    authorizePublish(client, packet, done) {
      const session = client && sessions.get(client);
      if (!session) return done(new Error('nobody'));
      // Nobody but us may hear it, now or later.
      packet.retain = false;
      if (!mayPublish(packet.topic, session.device.ids[0]!)) {
        counts.foreignTopics++;
        log.warn({ device: shortened(session.device.ids[0]!), protocol: 'mqtt' }, 'device published where it may not');
        return done(new Error('foreign topic'));
      }
      session.take(Buffer.from(packet.payload), isHub(session.device) ? namedBehind(packet.topic, session.device.ids[0]!) : null, done);
    },
    authorizeSubscribe(client, subscription, done) {
      const session = sessions.get(client);
      if (session && maySubscribe(subscription.topic, session.device.ids[0]!, isHub(session.device))) return done(null, subscription);
      counts.foreignTopics++;
      // Answered with 128, failure, as the standard has it.
      done(null, null);
    },
  });
  broker.on('subscribe', (_subscriptions, client) => {
    const session = client && sessions.get(client);
    if (session) options.listening?.(session.device);
  });
  broker.on('clientDisconnect', left);
  broker.on('clientError', (client) => {
    counts.socketErrors++;
    left(client);
  });
  broker.on('connectionError', () => void counts.malformed++);
  broker.on('keepaliveTimeout', () => void counts.idle++);
  (broker as unknown as NodeJS.EventEmitter).on('error', (error) => log.error({ err: error }, 'the MQTT broker failed'));

  const server = createServer({ noDelay: true, keepAlive: true }, (socket) => {
    const address = socket.remoteAddress ?? '';
    const stranger = stopping ? null : strangers.enter(address, sockets.size, () => socket.destroy());
    if (!stranger) {
      counts.dropped++;
      socket.destroy();
      return;
    }
    counts.connections++;
    counts.open++;
    const sizes = packetSizes(limits.firstFrameBytes);
    sockets.set(socket, { sizes, stranger });
    guard(socket, sizes, () => void counts.oversize++);
    socket.setTimeout(limits.idleMs, () => {
      counts.idle++;
      socket.destroy();
    });
    const client = broker.handle(socket);
    socket.once('close', () => {
      counts.open--;
      sockets.delete(socket);
      stranger.leave();
      left(client);
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.host, () => resolve());
  });

  async function stop(): Promise<void> {
    stopping = true;
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    const over = new AbortController();
    const late = wait(limits.stopMs, null, { signal: over.signal }).catch(() => null);
    await Promise.race([Promise.all([...working].map((session) => session.finish())), late]);
    // The last acknowledgements leave before the sockets close.
    await wait(20);
    const ended = [...sockets.keys()].map((socket) => new Promise<void>((resolve) => socket.once('close', () => resolve()).end()));
    await Promise.race([Promise.all(ended), wait(500, null, { signal: over.signal }).catch(() => null)]);
    await new Promise<void>((resolve) => broker.close(() => resolve()));
    for (const socket of sockets.keys()) socket.destroy();
    await closed;
    over.abort();
  }

  let stopped: Promise<void> | null = null;
  return {
    port: (server.address() as AddressInfo).port,
    counts,
    online: (deviceKey) => clients.has(deviceKey),
    async reaches(deviceKey) {
      behind.delete(deviceKey);
      if (clients.has(deviceKey)) return true;
      const device = await directory.current(deviceKey);
      const hub = device?.hub ? clients.get(device.hub) : undefined;
      const session = hub && sessions.get(hub);
      if (!session || !isHub(session.device) || !standsBehind(device!, session.device)) return false;
      behind.set(deviceKey, { hub: session.device.key, number: device!.ids[0]! });
      return true;
    },
    send(deviceKey, content) {
      const through = clients.has(deviceKey) ? undefined : behind.get(deviceKey);
      const client = clients.get(through?.hub ?? deviceKey);
      const id = client && sessions.get(client)?.device.ids[0];
      if (!client || !id) return false;
      const heard = (client as unknown as { subscriptions: object }).subscriptions;
      const wanted = through ? hearing(through.number, id) : hearing(id, null);
      // What does not listen would never hear it: it waits until it does.
      if (!wanted.some((topic) => Object.hasOwn(heard, topic))) return false;
      const index = randomBytes(6).toString('hex');
      const payload = JSON.stringify({ id: index, ...(JSON.parse(content.toString()) as object) });
      client.publish(
        { cmd: 'publish', topic: through ? behindTopic(id, through.number) : downTopic(id), payload, qos: 1, retain: false, dup: false },
        () => {},
      );
      counts.commands++;
      return { index };
    },
    admit: (ids) => ids.forEach(refusals.known),
    disconnect: (deviceKey) => void clients.get(deviceKey)?.close(),
    stop: () => (stopped ??= stop()),
  };
}

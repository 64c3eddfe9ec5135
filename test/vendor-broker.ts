/** A vendor's own broker, as far as a test needs one: who may sign in and subscribe, and what was acknowledged. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer as plain, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer as secure } from 'node:tls';
import { Aedes, type Client } from 'aedes';

export interface VendorOptions {
  password?: string;
  /** Topics that nobody may subscribe to. */
  closed?: string[];
  tls?: { key: string; cert: string };
}

/** A certificate for `name`, `DNS:host` or `IP:address`, that signs itself; made with openssl. */
export function certificateFor(name: string): { key: string; cert: string } {
  const folder = mkdtempSync(join(tmpdir(), 'yian-cert-'));
  try {
    const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
    const subject = ['-subj', '/CN=vendor', '-addext', `subjectAltName=${name}`];
    execFileSync(
      'openssl',
      [
        'req',
        '-x509',
        '-newkey',
        'ec',
        '-pkeyopt',
        'ec_paramgen_curve:prime256v1',
        '-nodes',
        '-days',
        '2',
        '-keyout',
        key,
        '-out',
        cert,
        ...subject,
      ],
      { stdio: 'ignore' },
    );
    return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Listens on a free port of this machine; keeps sessions in memory as a vendor's broker does. */
export async function vendorBroker({ password, closed = [], tls }: VendorOptions = {}) {
  const broker = await Aedes.createBroker();
  const connects: { id: string; clean: boolean }[] = [];
  const acknowledged: string[] = [];
  const subscribed: string[] = [];
  const unsubscribed: string[] = [];
  broker.preConnect = (_client, packet, done) => {
    connects.push({ id: packet.clientId, clean: packet.clean !== false });
    done(null, true);
  };
  broker.authenticate = (_client, _username, given, done) =>
    password === undefined || given?.toString() === password
      ? done(null, true)
      : done(Object.assign(new Error('no'), { returnCode: 4 }) as never, null);
  broker.authorizeSubscribe = (_client, subscription, done) => {
    subscribed.push(subscription.topic);
    done(null, closed.includes(subscription.topic) ? null : subscription);
  };
  broker.on('unsubscribe', (topics) => void unsubscribed.push(...topics));
  broker.on('ack', (packet) => {
    const { payload } = (packet ?? {}) as { payload?: Buffer };
    if (payload) acknowledged.push(payload.toString());
  });
  const sockets = new Set<Socket>();
  const handle = (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    socket.on('error', () => {});
    broker.handle(socket);
  };
  const server = tls ? secure({ key: tls.key, cert: tls.cert }, handle) : plain(handle);
  server.on('tlsClientError', () => {});
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', () => resolve()));
  await listen(0);
  const { port } = server.address() as AddressInfo;
  return {
    port,
    connects,
    acknowledged,
    subscribed,
    unsubscribed,
    get clients(): Client[] {
      return Object.values((broker as unknown as { clients: Record<string, Client> }).clients);
    },
    publish: (topic: string, body: unknown, more: { qos?: 0 | 1; retain?: boolean } = {}) =>
      new Promise<void>((resolve, reject) =>
        broker.publish(
          {
            cmd: 'publish',
            topic,
            payload: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
            qos: 1,
            retain: false,
            dup: false,
            ...more,
          } as never,
          (error) => (error ? reject(error) : resolve()),
        ),
      ),
    /** Every connection breaks, as when a line does. */
    cut: () => [...sockets].forEach((socket) => socket.destroy()),
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => broker.close(() => resolve()));
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

/** A broker that takes everybody and grants every subscription quality 0 only; aedes never does. Listens on a free port. */
export async function modestBroker() {
  const sockets = new Set<Socket>();
  const server = plain((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('data', (bytes: Buffer) => {
      const kind = bytes[0]! >> 4;
      if (kind === 1) socket.write(Buffer.from([0x20, 2, 0, 0]));
      // The packets of a test are short: their length is one byte, the next two are their number.
      if (kind === 8) socket.write(Buffer.from([0x90, 3, bytes[2]!, bytes[3]!, 0]));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

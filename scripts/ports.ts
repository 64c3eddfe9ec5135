/** Free ports of this machine for gateways that nobody gave one. */
import { createServer, type Server } from 'node:net';

/** Below those that the system gives to clients, and where few servers are. */
const [FROM, TO] = [20_000, 30_000];

function listenOn(host: string, port: number): Promise<Server | null> {
  const server = createServer((socket) => socket.destroy());
  return new Promise((resolve) => server.once('error', () => resolve(null)).listen(port, host, () => resolve(server)));
}

/**
 * A free port for each name, kept by listening until `release`: two that start at once do not take the
 * same. What cannot be had is left out, and none of `not` is taken.
 */
export async function holdPorts(
  host: string,
  names: readonly string[],
  not: readonly number[] = [],
): Promise<{ ports: Record<string, string>; release: () => Promise<void> }> {
  const held: Server[] = [];
  const ports: Record<string, string> = {};
  for (const name of names)
    for (let tries = 0; tries < 50 && !ports[name]; tries++) {
      const port = FROM + Math.floor(Math.random() * (TO - FROM));
      const server = not.includes(port) ? null : await listenOn(host, port);
      if (!server) continue;
      held.push(server);
      ports[name] = String(port);
    }
  return {
    ports,
    async release() {
      await Promise.all(held.splice(0).map((server) => new Promise((resolve) => server.close(resolve))));
    },
  };
}

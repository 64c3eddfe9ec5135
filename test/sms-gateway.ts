/** An SMS gateway on this machine that takes every message, except from those numbers that hang or are refused. */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Dependencies } from '#server/context.ts';

/** `deps` sends its messages here; `close` ends connections that hang. */
export async function smsGateway() {
  /** Numbers as they were sent to, in order; with those that hang. */
  const heard: string[] = [];
  const hanging = new Set<string>();
  const refusing = new Set<string>();
  const held = new Set<ServerResponse>();
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    const { to } = JSON.parse(body) as { to: string };
    heard.push(to);
    if (refusing.has(to)) return void response.writeHead(400).end();
    if (!hanging.has(to)) return void response.end('{}');
    held.add(response);
    response.on('close', () => held.delete(response));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const sms = { adapter: 'http', url, body: '{"to":"{phone}"}', type: 'application/json', key: '' } as const;
  return {
    url,
    heard,
    hanging,
    refusing,
    held,
    sms,
    through: (deps: Dependencies): Dependencies => ({ ...deps, config: { ...deps.config, sms } }),
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

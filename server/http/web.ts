/** Serves the built web: precompressed assets that never change, the page itself never cached; anything else under a service is 404. */
import { existsSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { callTokenOf } from '#contract/calls/call-page.rules.ts';
import { framePolicy, frameTicketOf } from '#contract/calls/cloud-frame.rules.ts';
import { fillKeyOf, isStrangersPage } from '#contract/questionnaires/public-pages.rules.ts';
import { notFound } from '../errors.ts';
import { allowing, sendFillPage } from './fill-page.ts';

const FRAMED = "frame-ancestors 'self'";

/**
 * Pages speak to the server that they come from and to nothing else; the sockets of the same
 * host are among 'self'. `tiles`: where map pictures come from.
 */
const policyOf = (tiles: readonly string[]) =>
  `default-src 'self'; script-src 'self'; style-src 'self'; img-src ${["'self' data: blob:", ...tiles].join(' ')}; connect-src 'self'; ` +
  "font-src 'self' data:; media-src 'self' blob:; worker-src 'self' blob:; frame-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; " +
  FRAMED;

/** On every answer; nothing `unsafe-*`. `tiles`: origins of map tiles (MAP_TILE_ORIGINS). */
export const securityHeadersOf = (tiles: readonly string[]): Record<string, string> => ({
  'content-security-policy': policyOf(tiles),
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'SAMEORIGIN',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'geolocation=(self), camera=(self), microphone=(self)',
});

/** Only documents and workers obey these: on the parts of a page they would be a third of a kilobyte each. `.mjs` is a worker. */
const OF_DOCUMENTS = ['content-security-policy', 'x-frame-options', 'referrer-policy', 'cross-origin-opener-policy', 'permissions-policy'];
const isPart = (path: string) => /\/assets\/[^/]+\.(js|css)(\.br|\.gz)?$/.test(path);

/** To which addresses the frame of a ticket is opened (docs/decisions/112); null when it is not opened at all. */
type Frames = (ticket: string) => Promise<string[] | null>;

/** Registers the assets and the fallback to the single page. Throws when the web has not been built. */
export async function serveWeb(app: FastifyInstance, dir: string, frames: Frames = async () => null): Promise<void> {
  if (!existsSync(join(dir, 'index.html'))) throw new Error(`${dir} holds no built web; run npm start or scripts/build-web.ts`);
  const fill = readFileSync(join(dir, 'fill.html'), 'utf8');
  const ownParts = allowing(fill);
  await app.register(fastifyStatic, {
    root: dir,
    preCompressed: true,
    index: false,
    allowedPath: (path) => path !== '/' && extname(path) !== '',
    setHeaders(reply, path) {
      reply.header('cache-control', path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache');
      if (isPart(path)) for (const name of OF_DOCUMENTS) reply.removeHeader(name);
    },
  });
  // The plugin takes `/` for a folder that may not be listed, unless a compressed index stands beside it and the client takes that.
  app.get('/', (_request, reply) => reply.header('cache-control', 'no-cache').sendFile('index.html'));
  app.setNotFoundHandler(async (request, reply) => {
    // Pages and services share prefixes (/warning/…): a browser that opens an address asks for HTML, a call does not.
    if (request.method !== 'GET' || !request.headers.accept?.includes('text/html')) throw notFound('资源');
    const ticket = frameTicketOf(request.url);
    if (ticket !== null) {
      const addresses = await frames(ticket);
      // In words of its own: the frame is read by a person.
      if (!addresses) return reply.code(403).type('text/plain; charset=utf-8').send('页面已过期，请刷新后重试');
      return reply.header('content-security-policy', framePolicy(addresses)).sendFile('ccc.html');
    }
    if (isStrangersPage(request.url)) {
      const key = fillKeyOf(request.url);
      const policy = ownParts(String(reply.getHeader('content-security-policy')));
      // Other sites may embed the page that is filled in: it has no session, and 发布 gives the code for it.
      if (key !== null) reply.removeHeader('x-frame-options');
      reply.header('content-security-policy', key === null ? policy : policy.replace(FRAMED, 'frame-ancestors *'));
      return sendFillPage(app, fill, key, request, reply);
    }
    // What the login page asks first comes while its script does.
    if (request.url.split('?')[0] === '/login') reply.header('link', '</auth/ways>; rel=preload; as=fetch; crossorigin');
    const page = callTokenOf(request.url) === null ? 'index.html' : 'call.html';
    return reply.header('cache-control', 'no-cache').sendFile(page);
  });
}

/** `npm run dev`: the whole product, and the web once more by Vite with hot reload in front of it. */
import { fork } from 'node:child_process';
import { join } from 'node:path';
import { createServer } from 'vite';
import { readConfig } from '../server/config.ts';

const ROOT = join(import.meta.dirname, '..');
const config = readConfig();
const target = `http://${config.host}:${config.port}`;
const product = fork(join(import.meta.dirname, 'start.ts'));
product.on('exit', (code) => process.exit(code ?? 0));
// Ctrl-C reaches the product by itself; this process waits for it.
process.on('SIGINT', () => {});

// Pages and services share prefixes: what asks for HTML is a page.
const proxy = {
  target,
  ws: true,
  changeOrigin: true,
  rewriteWsOrigin: true,
  bypass: ({ headers, url }: { headers: { accept?: string }; url?: string }) => (headers.accept?.includes('text/html') ? url : undefined),
};
const services = ['auth', 'admin', 'members', 'business', 'questionnaire', 'cloudcall', 'warning', 'tenant-device', 'act', 'code'];
const web = await createServer({
  configFile: join(ROOT, 'vite.config.ts'),
  server: { host: config.host, proxy: Object.fromEntries(services.map((service) => [`^/${service}(/|\\?|$)`, proxy])) },
});
await web.listen();
web.printUrls();

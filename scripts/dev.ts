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

process.env.YIAN_API = target;
const web = await createServer({ configFile: join(ROOT, 'vite.config.ts'), server: { host: config.host } });
await web.listen();
web.printUrls();

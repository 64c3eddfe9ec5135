import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { constructedStyles, dialogFocus } from './scripts/build-plugins.ts';

const root = import.meta.dirname;
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
const api = process.env.YIAN_API || 'http://127.0.0.1:8080';
const services = ['/auth', '/admin', '/members', '/business', '/questionnaire/', '/cloudcall', '/warning/devicewarning', '/tenant-device', '/act/ws', '/code'];

export default defineConfig({
  root: join(root, 'web'),
  plugins: [react(), constructedStyles(join(root, 'web/theme/dynamic-css.ts')), dialogFocus()],
  define: { YIAN_VERSION: JSON.stringify(version) },
  build: {
    outDir: join(root, 'dist'),
    emptyOutDir: true,
    target: 'es2023',
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 900,
    modulePreload: { polyfill: false },
  },
  server: { port: 5173, proxy: Object.fromEntries(services.map((path) => [path, { target: api, ws: true }])) },
});

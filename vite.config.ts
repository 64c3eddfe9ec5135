import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type ProxyOptions } from 'vite';
import { mendedLines, constructedStyles, dialogFocus, pdfData, scaledText, withoutStyleFunctions } from './scripts/build-plugins.ts';

const root = import.meta.dirname;
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
const api = process.env.YIAN_API || 'http://127.0.0.1:8080';
const services = ['auth', 'admin', 'members', 'business', 'questionnaire', 'cloudcall', 'warning', 'tenant-device', 'act', 'code'];
// Pages and services share prefixes: what asks for HTML is a page, but for the frame of embedded ones.
const proxy: ProxyOptions = {
  target: api,
  ws: true,
  changeOrigin: true,
  rewriteWsOrigin: true,
  bypass: ({ headers, url }) => (headers.accept?.includes('text/html') && !url?.startsWith('/admin/embedded') ? url : undefined),
};

export default defineConfig({
  root: join(root, 'web'),
  plugins: [
    react(),
    constructedStyles(join(root, 'web/theme/dynamic-css.ts')),
    dialogFocus(),
    mendedLines(),
    withoutStyleFunctions(),
    scaledText(join(root, 'web')),
    pdfData(root),
  ],
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
  server: { port: 5173, proxy: Object.fromEntries(services.map((service) => [`^/${service}(/|\\?|$)`, proxy])) },
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type ProxyOptions } from 'vite';
import { constructedStyles, dialogFocus, withoutStyleFunctions } from './scripts/build-plugins.ts';

const root = import.meta.dirname;
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
const api = process.env.YIAN_API || 'http://127.0.0.1:8080';
const services = ['auth', 'admin', 'members', 'business', 'questionnaire', 'cloudcall', 'warning', 'tenant-device', 'act', 'code'];
// Pages and services share prefixes: what asks for HTML is a page.
const proxy: ProxyOptions = {
  target: api,
  ws: true,
  changeOrigin: true,
  rewriteWsOrigin: true,
  bypass: ({ headers, url }) => (headers.accept?.includes('text/html') ? url : undefined),
};

/**
 * What most pages share travels in three pieces instead of fifty. Modules of the login page stay with it: it must not pull a group.
 * Patterns stop at a package's folder, so a new component of antd lands in `core` until it is named here.
 */
const groups = [
  { name: 'tables', priority: 3, minShareCount: 2, test: /node_modules\/(@rc-component\/(table|tree|pagination|virtual-list|select|checkbox)|antd\/es\/(table|tree|pagination|select|checkbox))\// },
  {
    name: 'forms',
    priority: 2,
    minShareCount: 2,
    test: /node_modules\/(@rc-component\/(form|async-validator|dialog|drawer|steps|segmented|switch)|antd\/es\/(form|modal|drawer|steps|timeline|radio|switch|segmented|spin|alert|descriptions))\//,
  },
  { name: 'core', priority: 1, minShareCount: 4, test: /node_modules\/(@rc-component|@ant-design|antd|react-router|@tanstack|@babel|@emotion|stylis|clsx|dayjs)\// },
];

export default defineConfig({
  root: join(root, 'web'),
  plugins: [react(), constructedStyles(join(root, 'web/theme/dynamic-css.ts')), dialogFocus(), withoutStyleFunctions()],
  define: { YIAN_VERSION: JSON.stringify(version) },
  build: {
    outDir: join(root, 'dist'),
    emptyOutDir: true,
    target: 'es2023',
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 900,
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { includeDependenciesRecursively: false, groups } } },
  },
  server: { port: 5173, proxy: Object.fromEntries(services.map((service) => [`^/${service}(/|\\?|$)`, proxy])) },
});

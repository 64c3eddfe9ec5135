import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type ProxyOptions } from 'vite';
import {
  mendedLines,
  constructedStyles,
  dialogFocus,
  pdfData,
  scaledText,
  strangersPages,
  withoutColumnFilters,
  withoutJsonSchemas,
  withoutStyleFunctions,
} from './scripts/build-plugins.ts';
import { carerWorker } from './scripts/carer-worker-plugin.ts';

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

/** What the frame and the carer's phone both stand on: with it in a chunk of its own neither loads the other (the build checks that). */
const base = [
  /[\\/]antd[\\/]es[\\/](alert|app|button|dropdown|empty|input|modal|skeleton|spin|tag)[\\/]index\.js$/,
  /[\\/]web[\\/](api[\\/]call|shell[\\/](addresses|themed)|ui[\\/](clock|closing|dictionary-tag|display|draft-dialog|file-link|kept-files|may|pick-guard|place|soon|state|time|unsaved)|theme[\\/]antd)\.(tsx?|css)$/,
  /[\\/]contract[\\/](body-parts\.rules|crud|removals|elderly[\\/]people|care[\\/](care-charts\.rules|care-kinds|care-notes|care-tasks(\.rules)?|patrols|patrol-commands\.rules|eaten\.rules|restraints|restraint-commands\.rules|skin-findings|skin-commands\.rules)|elderly[\\/]residents|meals[\\/](dishes\.rules|meal-records)|rooms[\\/]places\.rules|health[\\/](measurements|thresholds\.rules)|work-orders[\\/](own-jobs|work-orders(\.rules)?)|visits[\\/]visit-(plans|tasks)(\.rules)?|warnings[\\/]handling\.rules)\.ts$/,
  /[\\/]@tanstack[\\/]query-core[\\/].*[\\/]queryClient\.js$/,
];

/**
 * What is loaded together travels together: each group is its files with all that they import
 * and no group before it has. Groups by the names of packages would bring every page what one of them needs.
 */
const chunks = [
  { name: 'start', tags: ['$initial' as const] },
  // Where each page is loaded from: beside the frame, so that the first page is asked for before the frame is there.
  { name: 'pages', test: /[\\/]web[\\/]routes\.tsx$/, includeDependenciesRecursively: false },
  { name: 'base', test: new RegExp(base.map(({ source }) => source).join('|')) },
  { name: 'icons', test: /@ant-design[\\/]icons/, minShareCount: 2 },
  // Its slots are of the frame.
  {
    name: 'carer',
    test: /[\\/]web[\\/]carer[\\/](?!slots)/,
    includeDependenciesRecursively: false,
  },
  {
    name: 'frame',
    test: /[\\/]web[\\/](application|tenants[\\/]tenant-switcher|warnings[\\/](bell|open-count)|work-orders[\\/]waiting-count)\.tsx$/,
  },
  // What the frame fetches after itself: a dozen requests otherwise.
  {
    name: 'beside',
    test: /[\\/](web[\\/](api[\\/]voice|approvals[\\/]approval-count|calls[\\/]workbench[\\/](acts|cloud-now|page-id|panel-state|pill|ringtone|speaking|state-line)|messages[\\/](message-notices|browser-push)|screens[\\/](now-count|use-now)|shell[\\/]more-menu-icons)|contract[\\/](approvals[\\/]approval-(cases|definitions|kinds|(conditions|flows|forms)\.rules)|calls[\\/](call-customers|call-services|workbench|(call-page|cloud-frame|hearing)\.rules)|messages[\\/](message-preferences|push-subscriptions)|screens[\\/]now(\.rules)?|time-windows))\.(tsx?|css)$/,
    includeDependenciesRecursively: false,
  },
  // A chunk of its own for each of them would be more requests than words; daily pages need no words of what is set up.
  {
    name: 'labels',
    test: /[\\/]contract[\\/](elderly|health|rooms|services|users|warnings|work-orders)[\\/].*\.labels\.ts$/,
    includeDependenciesRecursively: false,
  },
  { name: 'set-up-labels', test: /[\\/]contract[\\/].*\.labels\.ts$/, includeDependenciesRecursively: false },
  {
    name: 'list',
    test: /[\\/](web[\\/](ui[\\/](data-table|crud-page|inputs|date-range|day|asked-id|figures|form-dialog)|elderly[\\/]person-link)|contract[\\/]rooms[\\/]rooms)\.tsx?$/,
  },
].map((group, index) => ({ ...group, priority: 99 - index }));

export default defineConfig({
  root: join(root, 'web'),
  plugins: [
    react({ exclude: /[\\/](node_modules|web[\\/](fill|call-page))[\\/]/ }),
    strangersPages(),
    constructedStyles(join(root, 'web/theme/dynamic-css.ts')),
    dialogFocus(),
    mendedLines(),
    withoutStyleFunctions(),
    withoutColumnFilters(),
    withoutJsonSchemas(),
    scaledText(join(root, 'web')),
    pdfData(root),
    carerWorker(join(root, 'web')),
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
    rolldownOptions: {
      // antd's parts only export things, but do not say so: what nobody imports of them would stay.
      treeshake: { moduleSideEffects: [{ test: /@rc-component[\\/]/, sideEffects: false }] },
      output: { codeSplitting: { groups: chunks } },
    },
  },
  // `npm run dev` bundles dependencies by itself, without the plugins above: there, too, a
  // dialog must survive that its tab is left and shown again.
  optimizeDeps: { rolldownOptions: { plugins: [{ name: 'yian:dialog-focus-dev', transform: dialogFocus().transform as never }] } },
  server: { port: 5173, proxy: Object.fromEntries(services.map((service) => [`^/${service}(/|\\?|$)`, proxy])) },
});

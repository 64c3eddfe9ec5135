/** The pages of strangers: questionnaires and their results, and calls by a link. A build of their own, which shares no chunk with the application. */
import { join } from 'node:path';
import { defineConfig } from 'vite';

const root = import.meta.dirname;

export default defineConfig({
  root: join(root, 'web'),
  publicDir: false,
  build: {
    target: 'es2023',
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    modulePreload: { polyfill: false },
    // Beside the application, in the same folder.
    emptyOutDir: false,
    rolldownOptions: { input: [join(root, 'web/fill.html'), join(root, 'web/call.html')] },
  },
});

/** The pages of strangers (questionnaires, calls by a link) and the frame of Aliyun's SDK. Builds of their own (scripts/build-web.ts says which), which share no chunk with the application. */
import { join } from 'node:path';
import { defineConfig } from 'vite';
import { inlined } from './scripts/inlined.ts';

const root = import.meta.dirname;

export default defineConfig({
  root: join(root, 'web'),
  publicDir: false,
  plugins: [inlined('fill.html')],
  build: {
    target: 'es2023',
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    // Each page is one script: there is nothing to load beside it.
    modulePreload: false,
    // Beside the application, in the same folder.
    emptyOutDir: false,
  },
});

/** Preloaded by scripts/test.ts: a test that failed may leave a server open, which must not hold the whole run. */
import { after } from 'node:test';

const GRACE_MS = 5000;

// Only in the process of one file; the runner itself is preloaded too.
if (process.env.NODE_TEST_CONTEXT) after(() => void setTimeout(() => process.exit(), GRACE_MS).unref());

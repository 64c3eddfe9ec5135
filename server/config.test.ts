import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { readConfig } from './config.ts';

const names = ['PORT', 'WATCH_PORT', 'IW_PORT', 'GT06_PORT', 'JT808_PORT', 'EV07B_PORT'];
afterEach(() => names.forEach((name) => delete process.env[name]));

test('device protocols are off unless they have a port', () => {
  assert.deepEqual(readConfig().devicePorts, {});
  Object.assign(process.env, { GT06_PORT: '8850', JT808_PORT: '0' });
  assert.deepEqual(readConfig().devicePorts, { gt06: 8850, jt808: 0 });
});

test('two of them on one port, or on that of the counters, are refused', () => {
  Object.assign(process.env, { GT06_PORT: '8850', IW_PORT: '8850' });
  assert.throws(readConfig, /must differ/);
  Object.assign(process.env, { GT06_PORT: '8842', IW_PORT: '' });
  assert.throws(readConfig, /must differ/);
  process.env.GT06_PORT = '70000';
  assert.throws(readConfig, /between 0 and 65535/);
});

import { it } from 'node:test';
import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { holdPorts } from './ports.ts';

const isTaken = (port: number) =>
  new Promise<boolean>((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(true)).listen(port, '127.0.0.1', () => probe.close(() => resolve(false)));
  });

it('holds a port of its own for every name until it is needed', async () => {
  const first = await holdPorts('127.0.0.1', ['IW_PORT', 'MQTT_PORT']);
  const second = await holdPorts('127.0.0.1', ['IW_PORT', 'MQTT_PORT']);
  const all = [first, second].flatMap(({ ports }) => Object.values(ports).map(Number));
  assert.equal(new Set(all).size, 4);
  for (const port of all) assert.ok(await isTaken(port), String(port));
  await Promise.all([first.release(), second.release()]);
  for (const port of all) assert.ok(!(await isTaken(port)), String(port));
});

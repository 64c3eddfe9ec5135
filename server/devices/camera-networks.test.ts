import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { targetOf } from './camera-networks.ts';

const names: Record<string, { address: string; family: number }[]> = {
  'cdn.example.cn': [{ address: '93.184.216.34', family: 4 }],
  'nvr.example.cn': [{ address: '10.20.0.5', family: 4 }],
  'both.example.cn': [
    { address: '93.184.216.34', family: 4 },
    { address: '127.0.0.1', family: 4 },
  ],
};
const resolver = ((name: string, _options: object, done: (error: null, found: object[]) => void) => done(null, names[name] ?? [])) as never;
const target = async (address: string, allowed: string) => {
  const { address: checked, port } = await targetOf(new URL(address), allowed, resolver);
  return `${checked}:${port}`;
};
const refused = async (address: string, allowed: string) => {
  await assert.rejects(
    target(address, allowed),
    (error: { status?: number; message: string }) => error.status === 422 && /[一-龥]/.test(error.message),
    `${address} with ${allowed}`,
  );
};

describe('where pictures may be fetched from', () => {
  it('is nowhere unless the operator says so', async () => {
    for (const address of [
      'http://cdn.example.cn/a.m3u8',
      'http://127.0.0.1/',
      'rtsp://10.20.0.5/live',
      'http://[::1]/',
      'http://169.254.169.254/',
    ])
      await refused(address, '');
  });

  it('is a named host as it stands in the outer network, with the port that the address has', async () => {
    assert.equal(await target('rtsp://cdn.example.cn/live', 'cdn.example.cn'), '93.184.216.34:554');
    assert.equal(await target('http://CDN.example.cn:8443/', 'x.cn, cdn.example.cn:8443'), '93.184.216.34:8443');
    await refused('http://cdn.example.cn:80/', 'cdn.example.cn:8443');
    await refused('http://evil-cdn.example.cn/', 'cdn.example.cn');
  });

  it('is an inner address only where its network is named, whatever it is called or written like', async () => {
    await refused('rtsp://nvr.example.cn/live', 'nvr.example.cn');
    assert.equal(await target('rtsp://nvr.example.cn/live', '10.20.0.0/16'), '10.20.0.5:554');
    for (const written of [
      'http://2130706433/',
      'http://0x7f.1/',
      'http://127.1/',
      'http://[::ffff:127.0.0.1]/',
      'http://localhost/',
      'http://0/',
    ])
      await refused(written, '10.20.0.0/16, localhost');
    await refused('http://both.example.cn/', 'both.example.cn');
    await refused('http://both.example.cn/', 'both.example.cn, 10.0.0.0/8');
  });
});

import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { clientAddress } from './client-addresses.ts';

const from = (remoteAddress: string, forwarded?: string) =>
  ({ socket: { remoteAddress }, headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded } }) as unknown as IncomingMessage;

describe('where a socket comes from', () => {
  it('is the peer, whatever it claims, unless it is a proxy of ours', () => {
    const bare = clientAddress([]);
    assert.equal(bare(from('198.51.100.9', '203.0.113.1')), '198.51.100.9');
    assert.equal(bare(from('::ffff:198.51.100.9')), '198.51.100.9');
    const behind = clientAddress(['127.0.0.1', '10.0.0.0/8', 'fd00::/8']);
    assert.equal(behind(from('127.0.0.1', '203.0.113.1')), '203.0.113.1');
    assert.equal(
      behind(from('127.0.0.1', '192.0.2.66, 203.0.113.1, 10.1.2.3')),
      '203.0.113.1',
      'what the client wrote itself does not count',
    );
    assert.equal(behind(from('fd00::1', '2001:db8::5')), '2001:db8::5');
    assert.equal(behind(from('127.0.0.1')), '127.0.0.1');
    assert.equal(behind(from('198.51.100.9', '203.0.113.1')), '198.51.100.9');
    assert.equal(clientAddress(['loopback'])(from('127.0.0.1', '203.0.113.1')), '203.0.113.1');
  });
});

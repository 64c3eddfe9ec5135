/**
 * 100,000 malformed bodies, in every template, from bytes to events: nothing throws, nothing impossible comes out, memory stays bounded.
 */
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { Signature } from '#contract/devices/device-integrations.ts';
import { mappingTemplates, templateNames } from '#contract/devices/mapping-templates.ts';
import { mapBody } from '#contract/devices/mappings.rules.ts';
import { Mapping } from '#contract/devices/mappings.ts';
import { bodyOf } from '#contract/devices/message-bodies.rules.ts';
import { plainProfile } from '#server/ingest/events.ts';
import { frameOf } from '#server/ingest/mapped-events.ts';
import { broken } from '#test/device-frames.ts';
import { kept } from '#test/memory.ts';
import { createRandom } from '../../../scripts/simulator/random.ts';
import { verify } from './signatures.ts';

const BODIES = 100_000;
const device = { key: '7:1', tenantId: 7, ids: ['A'], profile: plainProfile };

test('100,000 malformed bodies', { timeout: 120_000 }, () => {
  const random = createRandom(20_261_121);
  const templates = templateNames.map((name) => ({
    mapping: Mapping.parse(mappingTemplates[name].mapping),
    sample: JSON.stringify(mappingTemplates[name].sample),
  }));
  const forms = 'deviceId=BPM-1&measureTime=1795270500&HP=17.1&LP=10.5&BPUnit=1&HR=70&records=%5B%7B%22x%22%3A1%7D%5D';
  const signatures = (['body', 'timestamp+nonce+body', 'sorted'] as const).flatMap((over) =>
    (['hmac-sha256', 'md5'] as const).map((scheme) =>
      Signature.parse({
        scheme,
        over,
        place: { in: 'body', name: 'sign' },
        timestamp: { in: 'query', name: 't' },
        nonce: { in: 'header', name: 'n' },
      }),
    ),
  );
  const before = kept();
  let events = 0;
  let readable = 0;
  for (let n = 0; n < BODIES; n++) {
    const { mapping, sample } = templates[n % templates.length]!;
    const whole = Buffer.from(n % 11 === 0 ? forms : sample);
    const bytes = n % 97 === 0 ? randomBytes(random.between(0, 300)) : broken(whole, n, random);
    const body = bodyOf(bytes.toString('utf8'));
    const query = new URLSearchParams({ t: String(Date.now()) });
    const { refusal } = verify(signatures[n % signatures.length]!, 'secret', { headers: { n: String(n) }, query, bytes, body }, Date.now());
    assert.match(refusal ?? '', /签名/, 'nobody signed it');
    if (body === undefined) continue;
    readable++;
    const { records } = mapBody(mapping, body);
    const now = Date.now();
    for (const event of frameOf(device, 'http', records, now).events) {
      events++;
      assert.ok(Number.isFinite(event.at) && event.at <= now + 600_000 && event.at >= now - 7 * 86_400_000);
      if (event.kind === 'reading') assert.ok(Number.isFinite(event.value));
      if (event.kind === 'position') assert.ok(Math.abs(event.place.lng!) <= 180 && Math.abs(event.place.lat!) <= 90);
    }
  }
  assert.ok(readable > BODIES / 20 && events > BODIES / 20, `${readable} readable, ${events} events`);
  const grown = kept() - before;
  assert.ok(grown < 96, `grew by ${Math.round(grown)} MiB`);
});

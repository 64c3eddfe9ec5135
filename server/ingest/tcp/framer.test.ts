import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { createFramer, MAX_FRAME } from '#server/ingest/tcp/framer.ts';
import { noFramerCounts } from '#server/ingest/tcp/protocol.ts';
import type { Frame } from '#server/ingest/tcp/framer.ts';
import { encodeFrame, escapeBinary, unescapeBinary } from '#server/ingest/tcp/watch-encode.ts';
import { watchProtocol } from '#server/ingest/tcp/watch-protocol.ts';

const ID = '8800000015';

/** Pushes all chunks and gives what came out, with the counts. */
function frame(...chunks: (string | Buffer)[]): { frames: Frame[]; counts: ReturnType<typeof noFramerCounts>; overflow: boolean } {
  const counts = noFramerCounts();
  const framer = createFramer(counts);
  const frames = chunks.flatMap((chunk) => framer.push(Buffer.from(chunk as string, 'latin1')));
  return { frames, counts, overflow: framer.overflow };
}

const texts = (...chunks: (string | Buffer)[]): string[] => frame(...chunks).frames.map(({ text }) => text);

test('reads the head of every dialect', () => {
  for (const vendor of ['3G', 'SG', 'CS', 'ZJ', 'yz']) {
    const [plain] = frame(`[${vendor}*${ID}*0002*LK]`).frames;
    assert.deepEqual({ ...plain }, { vendor, id: ID, index: null, text: 'LK', binary: null, size: plain!.size });
    const [indexed] = frame(`[${vendor}*863737078055392*00fF*0002*LK]`).frames;
    assert.equal(indexed?.index, '00fF');
    assert.equal(indexed?.id, '863737078055392');
  }
});

test('makers of three and four letters, ids with letters, whole and byte by byte; what is neither is noise', () => {
  const cases: [string, string, string | null][] = [
    ['3GX', '8800000015', null],
    ['IC01', '863737078055392', '00fF'],
    ['SG', '88A0B0000f', null],
    ['LT9', 'c8f09e1a2b3c', '0001'],
  ];
  for (const [vendor, id, index] of cases) {
    const wire = Buffer.from(`[${vendor}*${id}*${index ? `${index}*` : ''}0002*LK]`);
    for (const chunks of [[wire], Array.from(wire, (byte) => Buffer.from([byte]))]) {
      const framer = createFramer();
      const frames = chunks.flatMap((chunk) => framer.push(chunk));
      assert.deepEqual(frames, [{ vendor, id, index, text: 'LK', binary: null, size: wire.length }]);
    }
    assert.equal(encodeFrame({ vendor, id, index }, 'LK').toString(), wire.toString());
  }
  for (const text of ['[3*8800000015*0002*LK]', '[MAKER*8800000015*0002*LK]', '[3G*88_0000015*0002*LK]', `[3G*${'8'.repeat(21)}*0002*LK]`])
    assert.deepEqual(createFramer().push(Buffer.from(text)), [], text);
  assert.deepEqual(watchProtocol.spellings?.('88a0B0000f'), ['88A0B0000F', '88a0b0000f']);
  assert.deepEqual(watchProtocol.spellings?.('8800000015'), []);
});

test('a content that looks like hex is not taken for an index', () => {
  assert.deepEqual(texts(`[3G*${ID}*0004*FADE]`), ['FADE']);
  assert.equal(frame(`[3G*${ID}*0004*FADE]`).frames[0]?.index, null);
});

test('frames back to back, half frames, single bytes', () => {
  const stream = `[3G*${ID}*0002*LK][3G*${ID}*0009*heart,072][3G*${ID}*0002*AL]`;
  const whole = ['LK', 'heart,072', 'AL'];
  assert.deepEqual(texts(stream), whole);
  assert.deepEqual(texts(...stream), whole);
  for (let at = 1; at < stream.length; at++) assert.deepEqual(texts(stream.slice(0, at), stream.slice(at)), whole, `split at ${at}`);
});

test('a text frame ends at its bracket whatever length it declares', () => {
  for (const length of ['0000', '0001', '0005', '00FF', 'FFFF']) {
    const { frames, counts } = frame(`[SG*${ID}*${length}*heart,72][SG*${ID}*0002*LK]`);
    assert.deepEqual(
      frames.map(({ text }) => text),
      ['heart,72', 'LK'],
    );
    assert.equal(counts.wrongLengths, 1);
  }
});

test('garbage between frames is skipped and counted', () => {
  const { frames, counts } = frame(`]]xx[[[3G*12*`, `\r\n[3G*${ID}*0002*LK]\0\0[3G*${ID}*00G2*LK]`);
  assert.equal(frames.length, 1);
  assert.ok(counts.garbageBytes > 0);
  assert.equal(frame(`ab[3G*${ID}*0002*LK]c`).counts.garbageBytes, 3);
});

test('a frame cut off by the next one is dropped, the next one is kept', () => {
  const { frames, counts } = frame(`[3G*${ID}*0040*UD,220426,134652,A,22.57[3G*${ID}*0002*AL]`);
  assert.deepEqual(
    frames.map(({ text }) => text),
    ['AL'],
  );
  assert.equal(counts.broken, 1);
});

test('binary content is measured by its length, so brackets inside do not end it', () => {
  const raw = Buffer.from([1, 0x5d, 2, 0x5b, 3, 0x5d]);
  for (const name of ['TK', 'TK2', 'JXTK', 'img', 'IMG']) {
    const length = (name.length + 1 + raw.length).toString(16).padStart(4, '0');
    const stream = Buffer.concat([Buffer.from(`[3G*${ID}*${length}*${name},`), raw, Buffer.from(`][3G*${ID}*0002*LK]`)]);
    for (let at = 1; at < stream.length; at++) {
      const { frames } = frame(stream.subarray(0, at), stream.subarray(at));
      assert.deepEqual(
        frames.map(({ text }) => text),
        [name, 'LK'],
        `split at ${at}`,
      );
      assert.deepEqual(frames[0]?.binary, raw);
    }
  }
});

test('TKQ is text', () => {
  assert.deepEqual(texts(`[3G*${ID}*FFFF*TKQ]`, `[3G*${ID}*FFFF*TKQ2]`), ['TKQ', 'TKQ2']);
});

test('a wrong length of binary content costs nothing but its own frame', () => {
  const content = escapeBinary(Buffer.from([7, 0x5d, 8, 0x5b, 9]));
  const body = Buffer.concat([Buffer.from('TK,'), content]);
  for (let wrong = 0; wrong < 60; wrong++) {
    const head = Buffer.from(`[3G*${ID}*${wrong.toString(16).padStart(4, '0')}*`);
    const stream = Buffer.concat([head, body, Buffer.from(`][3G*${ID}*0002*LK][3G*${ID}*0002*AL]`)]);
    for (const chunks of [[stream], Array.from(stream, (byte) => Buffer.from([byte]))]) {
      const { frames } = frame(...chunks);
      assert.deepEqual(
        frames.map(({ text }) => text),
        ['TK', 'LK', 'AL'],
        `declared ${wrong}`,
      );
      assert.deepEqual(unescapeBinary(frames[0]!.binary!), Buffer.from([7, 0x5d, 8, 0x5b, 9]));
    }
  }
});

test('a photo larger than its length field can say is taken by its bracket', () => {
  const photo = Buffer.alloc(200_000, 0x41);
  const stream = Buffer.concat([Buffer.from(`[3G*${ID}*0D40*img,5,261121081500,`), photo, Buffer.from(`][3G*${ID}*0002*LK]`)]);
  const chunks = Array.from({ length: Math.ceil(stream.length / 1448) }, (_, n) => stream.subarray(n * 1448, (n + 1) * 1448));
  const { frames } = frame(...chunks);
  assert.equal(frames.length, 2);
  assert.equal(frames[0]?.binary?.length, photo.length + '5,261121081500,'.length);
});

test('a frame above 1 MiB overflows, one below does not', () => {
  const head = `[3G*${ID}*FFFF*img,5,`;
  const fits = head + 'x'.repeat(MAX_FRAME - head.length - 1);
  assert.equal(frame(`${fits}]`).frames.length, 1);
  assert.equal(frame(`${fits}x]`).overflow, true);
  assert.equal(frame(...Array.from({ length: 18 }, () => 'x'.repeat(65_536))).overflow, false, 'noise is not held');
  const endless = [head, ...Array.from({ length: 17 }, () => 'x'.repeat(65_536))];
  assert.equal(frame(...endless).overflow, true);
  assert.deepEqual(texts(...endless, `[3G*${ID}*0002*LK]`), []);
});

// The limit only catches work that grows with the square: that would take hours.
test('a megabyte byte by byte, and a megabyte of beginnings without an end', { timeout: 240_000 }, () => {
  for (const command of ['CONFIG', 'img']) {
    const framer = createFramer();
    const bytes = Buffer.from(`[3G*${ID}*0000*${command},${'x'.repeat(MAX_FRAME - 100)}]`);
    let found = 0;
    for (let at = 0; at < bytes.length; at++) found += framer.push(bytes.subarray(at, at + 1)).length;
    assert.equal(found, 1);
  }
  for (const start of [`[3G*${ID}*0002*`, `[3G*${ID}*0000*TK,`, `[3G*${ID}*FFFF*TK,`, '[3G*', '[']) {
    const flood = start.repeat(Math.floor(1_000_000 / start.length));
    const { frames } = frame(flood, `LK][3G*${ID}*0002*LK]`);
    assert.equal(frames.at(-1)?.text, 'LK');
  }
});

/** A frame as a device may send it: any dialect, text or binary, right or wrong length for text. */
const sent = fc
  .record({
    vendor: fc.constantFrom('3G', 'SG', 'CS', 'ZJ'),
    id: fc.constantFrom(ID, '863737078055392'),
    index: fc.option(fc.constantFrom('0001', 'ABCD', 'ffff')),
    content: fc.oneof(
      fc.stringMatching(/^(LK|UD|AL|heart|bphrt|CONFIG)(,[A-Za-z0-9 :.+*{}-]{0,12}){0,6}$/).map((text) => ({ text, bytes: null })),
      fc.uint8Array({ maxLength: 80 }).map((bytes) => ({ text: 'TK', bytes: escapeBinary(bytes) })),
    ),
    error: fc.constantFrom(0, 0, -3, 3, 900),
  })
  .map(({ vendor, id, index, content, error }) => {
    const body = content.bytes ? Buffer.concat([Buffer.from('TK,'), content.bytes]) : Buffer.from(content.text);
    const length = Math.max(0, body.length + (content.bytes ? 0 : error));
    const head = `[${vendor}*${id}*${index ? `${index}*` : ''}${length.toString(16).padStart(4, '0')}*`;
    const wire = Buffer.concat([Buffer.from(head), body, Buffer.from(']')]);
    return { wire, frame: { vendor, id, index, text: content.text, binary: content.bytes, size: wire.length } };
  });

test('any split of any stream gives the same frames', () => {
  fc.assert(
    fc.property(
      fc.array(sent, { minLength: 1, maxLength: 12 }),
      fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1 }),
      (all, sizes) => {
        const stream = Buffer.concat(all.map(({ wire }) => wire));
        const chunks: Buffer[] = [];
        for (let at = 0, n = 0; at < stream.length; n++) {
          const size = sizes[n % sizes.length]!;
          chunks.push(Buffer.from(stream.subarray(at, at + size)));
          at += size;
        }
        const { frames, counts } = frame(...chunks);
        assert.deepEqual(
          frames,
          all.map((one) => one.frame),
        );
        assert.equal(counts.garbageBytes, 0);
      },
    ),
    { numRuns: 2000, seed: 20261121 },
  );
});

/** A zip file as a stream: nothing is held but the entry being written. Sizes follow each entry in a data descriptor. */
import { pipeline, Readable } from 'node:stream';
import { crc32, createDeflateRaw } from 'node:zlib';

export interface ZipEntry {
  /** Path inside the file. */
  name: string;
  chunks: Iterable<string | Buffer> | AsyncIterable<string | Buffer>;
}

/** Sizes follow the data (bit 3), names are UTF-8 (bit 11). */
const FLAGS = 0x0808;
const DEFLATE = 8;
/** 2.0: the version that knows deflate. */
const VERSION = 20;
/** 1980-01-01 00:00: equal content gives equal bytes. */
const DOS_DATE = 0x0021;
const FOUR_GB = 0xffff_ffff;

interface Written {
  name: Buffer;
  offset: number;
  crc: number;
  size: number;
  packed: number;
}

function localHeader(name: Buffer): Buffer {
  const head = Buffer.alloc(30);
  head.writeUInt32LE(0x04034b50, 0);
  head.writeUInt16LE(VERSION, 4);
  head.writeUInt16LE(FLAGS, 6);
  head.writeUInt16LE(DEFLATE, 8);
  head.writeUInt16LE(DOS_DATE, 12);
  head.writeUInt16LE(name.length, 26);
  return Buffer.concat([head, name]);
}

function descriptor({ crc, size, packed }: Written): Buffer {
  const tail = Buffer.alloc(16);
  tail.writeUInt32LE(0x08074b50, 0);
  tail.writeUInt32LE(crc, 4);
  tail.writeUInt32LE(packed, 8);
  tail.writeUInt32LE(size, 12);
  return tail;
}

function directory(entries: Written[], offset: number): Buffer {
  const records = entries.map(({ name, crc, size, packed, offset }) => {
    const record = Buffer.alloc(46);
    record.writeUInt32LE(0x02014b50, 0);
    record.writeUInt16LE(VERSION, 4);
    record.writeUInt16LE(VERSION, 6);
    record.writeUInt16LE(FLAGS, 8);
    record.writeUInt16LE(DEFLATE, 10);
    record.writeUInt16LE(DOS_DATE, 14);
    record.writeUInt32LE(crc, 16);
    record.writeUInt32LE(packed, 20);
    record.writeUInt32LE(size, 24);
    record.writeUInt16LE(name.length, 28);
    record.writeUInt32LE(offset, 42);
    return Buffer.concat([record, name]);
  });
  const length = records.reduce((sum, record) => sum + record.length, 0);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...records, end]);
}

/** The bytes of a zip file with these entries in their order. Throws above 4 GB, which spreadsheets do not open anyway. */
export async function* zip(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Buffer> {
  const written: Written[] = [];
  let offset = 0;
  for await (const { name, chunks } of entries) {
    const entry: Written = { name: Buffer.from(name), offset, crc: 0, size: 0, packed: 0 };
    const header = localHeader(entry.name);
    yield header;
    const deflate = createDeflateRaw({ level: 1, chunkSize: 64 * 1024 });
    async function* counted() {
      for await (const chunk of chunks) {
        const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
        entry.crc = crc32(bytes, entry.crc);
        entry.size += bytes.length;
        yield bytes;
      }
    }
    // A failure of the source destroys `deflate` with it and comes out of the loop.
    pipeline(Readable.from(counted(), { highWaterMark: 1 }), deflate, () => {});
    for await (const bytes of deflate as AsyncIterable<Buffer>) {
      entry.packed += bytes.length;
      yield bytes;
    }
    yield descriptor(entry);
    written.push(entry);
    offset += header.length + entry.packed + 16;
    if (offset > FOUR_GB || entry.size > FOUR_GB) throw new Error('The file would be above 4 GB');
  }
  yield directory(written, offset);
}

/** A strict reader of our spreadsheets, written from the formats and not from the writer: zip by its directory, XML by a stack. */
import assert from 'node:assert/strict';
import { crc32, inflateRawSync } from 'node:zlib';

/**
 * Name → text of every entry. Asserts that directory, local headers, descriptors, sizes and checksums agree and that nothing lies between.
 */
export function unzip(file: Buffer): Map<string, string> {
  const end = file.length - 22;
  assert.equal(file.readUInt32LE(end), 0x06054b50, 'end of central directory');
  const count = file.readUInt16LE(end + 10);
  const start = file.readUInt32LE(end + 16);
  assert.equal(start + file.readUInt32LE(end + 12), end, 'the directory ends where the end record begins');
  const entries = new Map<string, string>();
  let at = start;
  let next = 0;
  for (let index = 0; index < count; index += 1) {
    assert.equal(file.readUInt32LE(at), 0x02014b50, 'directory record');
    const [crc, packed, size] = [file.readUInt32LE(at + 16), file.readUInt32LE(at + 20), file.readUInt32LE(at + 24)];
    const length = file.readUInt16LE(at + 28);
    const local = file.readUInt32LE(at + 42);
    const name = file.toString('utf8', at + 46, at + 46 + length);
    assert.equal(local, next, 'entries follow each other');
    assert.equal(file.readUInt32LE(local), 0x04034b50, 'local header');
    assert.equal(file.toString('utf8', local + 30, local + 30 + file.readUInt16LE(local + 26)), name);
    const data = local + 30 + length;
    const content = inflateRawSync(file.subarray(data, data + packed));
    assert.equal(content.length, size, name);
    assert.equal(crc32(content), crc, name);
    assert.deepEqual(
      [0, 4, 8, 12].map((offset) => file.readUInt32LE(data + packed + offset)),
      [0x08074b50, crc, packed, size],
      'descriptor',
    );
    assert.ok(!entries.has(name), `${name} comes twice`);
    entries.set(name, content.toString('utf8'));
    next = data + packed + 16;
    at += 46 + length;
  }
  assert.equal(next, start, 'nothing lies between entries and directory');
  return entries;
}

export interface Element {
  name: string;
  attributes: Record<string, string>;
  children: Element[];
  text: string;
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
function decode(text: string): string {
  // oxlint-disable-next-line no-control-regex
  assert.doesNotMatch(text, /[<\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/, 'characters that XML forbids');
  return text.replace(/&([^;]*;?)/g, (whole, name: string) => {
    const value = ENTITIES[name.replace(/;$/, '')];
    assert.ok(value && name.endsWith(';'), `entity ${whole}`);
    return value;
  });
}

/** The root of well-formed XML; throws otherwise. */
export function parseXml(xml: string): Element {
  assert.ok(xml.isWellFormed());
  const body = xml.replace(/^<\?xml version="1\.0" encoding="UTF-8" standalone="yes"\?>\n/, '');
  const top: Element = { name: '', attributes: {}, children: [], text: '' };
  const stack = [top];
  let at = 0;
  for (const match of body.matchAll(/<(\/?)([\w:]+)((?:\s+[\w:]+="[^"<]*")*)\s*(\/?)>/g)) {
    const parent = stack.at(-1) as Element;
    parent.text += decode(body.slice(at, match.index));
    at = match.index + match[0].length;
    const [, closes, name, list = '', empty] = match;
    if (closes) {
      assert.equal(name, parent.name, 'closing tag');
      stack.pop();
      continue;
    }
    const pairs = [...list.matchAll(/([\w:]+)="([^"]*)"/g)].map(([, key, value]) => [key as string, decode(value as string)] as const);
    assert.equal(new Set(pairs.map(([key]) => key)).size, pairs.length, 'attributes come once');
    const element: Element = { name: name as string, attributes: Object.fromEntries(pairs), children: [], text: '' };
    parent.children.push(element);
    if (!empty) stack.push(element);
  }
  assert.equal(stack.length, 1, 'everything is closed');
  assert.equal(body.slice(at), '', 'nothing follows the root');
  assert.equal(top.children.length, 1, 'one root');
  return top.children[0] as Element;
}

/** All elements of a name below one, in document order. */
export const all = (element: Element, name: string): Element[] =>
  element.children.flatMap((child) => [...(child.name === name ? [child] : []), ...all(child, name)]);

export interface ReadCell {
  value: string | number;
  style: number;
}
export interface ReadSheet {
  title: string;
  /** By reference, `B2`. */
  cells: Map<string, ReadCell>;
  rows: number;
}

/** The sheets of a workbook, found as a spreadsheet program finds them: types, relations, workbook. */
export function readWorkbook(file: Buffer): ReadSheet[] {
  const entries = unzip(file);
  const part = (name: string) => {
    const text = entries.get(name);
    assert.ok(text !== undefined, `${name} is missing`);
    return parseXml(text);
  };
  const types = new Map(
    all(part('[Content_Types].xml'), 'Override').map(({ attributes }) => [attributes.PartName, attributes.ContentType]),
  );
  for (const name of types.keys()) assert.ok(entries.has((name as string).slice(1)), `${name} is declared`);
  const root = all(part('_rels/.rels'), 'Relationship')[0] as Element;
  assert.equal(root.attributes.Target, 'xl/workbook.xml');
  const targets = new Map(
    all(part('xl/_rels/workbook.xml.rels'), 'Relationship').map(({ attributes }) => [attributes.Id, attributes.Target]),
  );
  const styles = all(all(part('xl/styles.xml'), 'cellXfs')[0] as Element, 'xf').length;
  return all(part('xl/workbook.xml'), 'sheet').map(({ attributes }) => {
    const target = `xl/${targets.get(attributes['r:id'] as string)}`;
    assert.match(types.get(`/${target}`) ?? '', /worksheet\+xml$/);
    const rows = all(part(target), 'row');
    const cells = new Map<string, ReadCell>();
    rows.forEach((row, index) => {
      assert.equal(row.attributes.r, String(index + 1), 'rows are in order');
      for (const cell of row.children) {
        assert.equal(cell.name, 'c');
        assert.equal(all(cell, 'f').length, 0, 'no formulas');
        const style = Number(cell.attributes.s ?? 0);
        assert.ok(style < styles, 'the style exists');
        const inline = cell.attributes.t === 'inlineStr';
        cells.set(cell.attributes.r as string, {
          value: inline ? (all(cell, 't')[0] as Element).text : Number((all(cell, 'v')[0] as Element).text),
          style,
        });
      }
    });
    return { title: attributes.name as string, cells, rows: rows.length };
  });
}

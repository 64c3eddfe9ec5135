/** Draws a few characters as a small PNG: strokes bent by chance, with lines across, so that the shapes never repeat. */
import { crc32, deflateSync } from 'node:zlib';

const WIDTH = 100;
const HEIGHT = 40;

type Point = readonly [number, number];
/** Strokes on a grid of 4 × 6, downwards: points `x,y`, strokes apart by `|`. */
const SHAPES: Record<string, string> = {
  0: '2,0 0.4,1.2 0.2,3 0.4,4.8 2,6 3.6,4.8 3.8,3 3.6,1.2 2,0',
  1: '0.8,1.3 2.2,0 2.2,6 | 0.8,6 3.6,6',
  2: '0.3,1.4 1,0.2 2.4,0 3.6,0.9 3.5,2.2 0.2,6 3.9,6',
  3: '0.4,0.6 2,0 3.5,0.8 3.3,2.3 1.6,2.8 3.4,3.4 3.8,4.8 2.2,6 0.3,5.3',
  4: '3,6 3,0 0,4.2 4,4.2',
  5: '3.6,0 0.8,0 0.5,2.7 2.2,2.3 3.7,3.3 3.6,5 2,6 0.3,5.3',
  6: '3.3,0.2 1.4,1.2 0.4,3.2 0.5,5 2,6 3.6,5 3.5,3.5 2,2.8 0.5,3.9',
  7: '0.2,0 3.8,0 1.6,6',
  8: '2,2.8 0.6,2 0.7,0.6 2,0 3.3,0.6 3.4,2 2,2.8 0.3,3.9 0.5,5.3 2,6 3.5,5.3 3.7,3.9 2,2.8',
  9: '3.5,2.2 2,3.2 0.5,2.4 0.5,0.9 2,0 3.5,0.9 3.6,3 2.4,5.2 0.9,6',
  '+': '2,1.4 2,4.8 | 0.3,3.1 3.7,3.1',
  '-': '0.5,3.1 3.5,3.1',
  '×': '0.6,1.7 3.4,4.5 | 3.4,1.7 0.6,4.5',
  '=': '0.4,2.2 3.6,2.2 | 0.4,4 3.6,4',
  '?': '0.4,1.3 1.2,0.1 2.8,0.1 3.6,1.2 3.2,2.4 2,3.2 2,4.2 | 2,5.7 2,6',
};
const strokesOf = (character: string) =>
  (SHAPES[character] ?? '')
    .split(' | ')
    .map((stroke) => stroke.split(' ').map((point) => point.split(',').map(Number) as unknown as Point));

const between = (low: number, high: number) => low + Math.random() * (high - low);

/** Darkens what lies within half of `width` of the segment; the edge is smooth. */
function line(pixels: Uint8Array, [x1, y1]: Point, [x2, y2]: Point, width: number, dark: number): void {
  const [dx, dy] = [x2 - x1, y2 - y1];
  const length = dx * dx + dy * dy || 1;
  for (let y = Math.max(0, Math.floor(Math.min(y1, y2) - width)); y <= Math.min(HEIGHT - 1, Math.max(y1, y2) + width); y++) {
    for (let x = Math.max(0, Math.floor(Math.min(x1, x2) - width)); x <= Math.min(WIDTH - 1, Math.max(x1, x2) + width); x++) {
      const along = Math.min(1, Math.max(0, ((x - x1) * dx + (y - y1) * dy) / length));
      const away = Math.hypot(x - x1 - along * dx, y - y1 - along * dy);
      const ink = Math.min(1, Math.max(0, width / 2 + 0.5 - away)) * dark;
      const at = y * WIDTH + x;
      pixels[at] = Math.min(pixels[at] as number, Math.round(255 - ink));
    }
  }
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

/** The PNG (100 × 40, grey) of at most five of the characters 0–9 + - × = ?. */
export function drawText(text: string): Buffer {
  const pixels = new Uint8Array(WIDTH * HEIGHT).fill(255);
  [...text].forEach((character, index) => {
    const [scale, lean, turn] = [between(3.1, 3.9), between(-0.25, 0.25), between(-0.2, 0.2)];
    const [left, top] = [4 + index * 19 + between(-1, 2), between(7, 12)];
    const place = ([x, y]: Point): Point => {
      const [u, v] = [(x - 2 + lean * (3 - y)) * scale + between(-0.4, 0.4), (y - 3) * scale + between(-0.4, 0.4)];
      return [left + 8 + u * Math.cos(turn) - v * Math.sin(turn), top + 11 + u * Math.sin(turn) + v * Math.cos(turn)];
    };
    for (const stroke of strokesOf(character)) {
      const points = stroke.map(place);
      for (let at = 1; at < points.length; at++) line(pixels, points[at - 1] as Point, points[at] as Point, between(1.8, 2.4), 215);
    }
  });
  for (let count = 0; count < 4; count++) line(pixels, [0, between(0, HEIGHT)], [WIDTH, between(0, HEIGHT)], 1, between(70, 120));
  for (let count = 0; count < 60; count++) pixels[Math.floor(Math.random() * pixels.length)] = Math.floor(between(100, 220));
  const rows = Buffer.alloc((WIDTH + 1) * HEIGHT);
  for (let y = 0; y < HEIGHT; y++) rows.set(pixels.subarray(y * WIDTH, (y + 1) * WIDTH), y * (WIDTH + 1) + 1);
  const header = Buffer.from([0, 0, 0, WIDTH, 0, 0, 0, HEIGHT, 8, 0, 0, 0, 0]);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

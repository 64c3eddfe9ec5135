/** Draws a few characters as a small PNG: strokes bent by chance, with lines across, so that the shapes never repeat. */
import sharp from 'sharp';

const WIDTH = 100;
const HEIGHT = 40;

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
const between = (low: number, high: number) => low + Math.random() * (high - low);
const grey = (dark: number) =>
  `rgb(${Array(3)
    .fill(Math.round(255 - dark))
    .join()})`;
const line = (points: string, width: number, dark: number) =>
  `<polyline points="${points}" fill="none" stroke="${grey(dark)}" stroke-width="${width}" stroke-linecap="round"/>`;

/** The strokes of one character, leaning and turned by chance; `index` is its place in the text. */
function drawn(character: string, index: number): string {
  const [scale, lean, turn] = [between(3.1, 3.9), between(-0.25, 0.25), between(-0.2, 0.2)];
  const [left, top] = [12 + index * 19 + between(-1, 2), between(18, 23)];
  const place = (point: string) => {
    const [x = 0, y = 0] = point.split(',').map(Number);
    const [u, v] = [(x - 2 + lean * (3 - y)) * scale + between(-0.4, 0.4), (y - 3) * scale + between(-0.4, 0.4)];
    return `${left + u * Math.cos(turn) - v * Math.sin(turn)},${top + u * Math.sin(turn) + v * Math.cos(turn)}`;
  };
  const strokes = (SHAPES[character] ?? '').split(' | ');
  return strokes.map((stroke) => line(stroke.split(' ').map(place).join(' '), between(1.8, 2.4), 215)).join('');
}

/** The PNG (100 × 40, grey) of at most five of the characters 0–9 + - × = ?. */
export function drawText(text: string): Promise<Buffer> {
  const lines = Array.from({ length: 4 }, () => line(`0,${between(0, HEIGHT)} ${WIDTH},${between(0, HEIGHT)}`, 1, between(70, 120)));
  const dots = Array.from(
    { length: 60 },
    () => `<circle cx="${between(0, WIDTH)}" cy="${between(0, HEIGHT)}" r=".6" fill="${grey(between(35, 155))}"/>`,
  );
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}"><rect width="100%" height="100%" fill="#fff"/>${[...text].map(drawn).join('')}${lines.join('')}${dots.join('')}</svg>`;
  return sharp(Buffer.from(svg)).greyscale().png().toBuffer();
}

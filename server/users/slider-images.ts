/** Draws the picture of a puzzle captcha, its hole and its piece. Every picture is new. */
import { randomInt } from 'node:crypto';
import sharp from 'sharp';

const WIDTH = 310;
const HEIGHT = 155;
/** Width of the piece; its shape is 40 wide with a knob of 7. */
const PIECE = 47;

const some = <T>(of: readonly T[]) => of[randomInt(of.length)] as T;
const svg = (width: number, content: string) =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${HEIGHT}">${content}</svg>`);
const colour = (hue: number, light: number) => `hsl(${hue % 360},${randomInt(30, 60)}%,${light}%)`;

/** Sky, hills and round trees in chance colours: edges everywhere, so that the hole is not the only one. */
function landscape(): string {
  const hue = randomInt(360);
  const parts = [
    `<defs><linearGradient id="s" x2="0" y2="1"><stop stop-color="${colour(hue, 82)}"/><stop offset="1" stop-color="${colour(hue + 40, 66)}"/></linearGradient></defs>`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="url(#s)"/>`,
    `<circle cx="${randomInt(30, 280)}" cy="${randomInt(20, 60)}" r="${randomInt(12, 22)}" fill="${colour(hue + 60, 90)}"/>`,
  ];
  for (let layer = 0; layer < 4; layer++) {
    const base = 60 + layer * 24;
    const points = Array.from({ length: 8 }, (_, at) => `${at * 48 - 10},${base + randomInt(-16, 16)}`).join(' ');
    parts.push(
      `<polygon points="-20,${HEIGHT} ${points} ${WIDTH + 30},${HEIGHT}" fill="${colour(hue + 80 + layer * 25, 64 - layer * 11)}"/>`,
    );
  }
  for (let count = 0; count < 22; count++) {
    const [x, y, r] = [randomInt(WIDTH), randomInt(30, HEIGHT), randomInt(4, 15)];
    const fill = colour(hue + randomInt(200), randomInt(30, 75));
    parts.push(
      some([
        `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}" opacity=".8"/>`,
        `<rect x="${x}" y="${y}" width="${r * 2}" height="${r}" fill="${fill}" opacity=".7" transform="rotate(${randomInt(90)} ${x} ${y})"/>`,
        `<path d="M${x} ${y}l${r} ${-r * 2}l${r} ${r * 2}z" fill="${fill}" opacity=".8"/>`,
      ]),
    );
  }
  return parts.join('');
}

/** The outline of the piece with its upper left corner at (0, y): a square with a knob on its right and a notch or a knob below. */
const outline = (y: number, bump: boolean) => `M1 ${y + 1}h38v13a7 7 0 0 1 0 14v11h-12a7 7 0 0 ${bump ? 1 : 0} -14 0h-12z`;

/**
 * A puzzle: PNGs of the picture (310 × 155) with its hole and of the piece (47 × 155), and where the hole begins (pixels from the left).
 */
export async function drawPuzzle(): Promise<{ x: number; picture: Buffer; piece: Buffer }> {
  const x = randomInt(70, WIDTH - PIECE - 4);
  const path = outline(randomInt(8, HEIGHT - PIECE - 8), randomInt(2) === 0);
  const background = await sharp(svg(WIDTH, landscape())).removeAlpha().png({ compressionLevel: 1 }).toBuffer();
  const hole = svg(PIECE, `<path d="${path}" fill="rgba(0,0,0,.48)" stroke="rgba(255,255,255,.85)" stroke-width="1.2"/>`);
  // A second, fainter shadow that is not the hole.
  const decoy = svg(PIECE, `<path d="${path}" fill="rgba(0,0,0,.14)"/>`);
  const away = x > WIDTH / 2 ? randomInt(8, x - PIECE) : randomInt(x + PIECE, WIDTH - PIECE);
  const [picture, piece] = await Promise.all([
    sharp(background)
      .composite([
        { input: decoy, left: away, top: 0 },
        { input: hole, left: x, top: 0 },
      ])
      .png({ palette: true, colours: 128 })
      .toBuffer(),
    sharp(background)
      .extract({ left: x, top: 0, width: PIECE, height: HEIGHT })
      .ensureAlpha()
      .composite([
        { input: svg(PIECE, `<path d="${path}" fill="#fff"/>`), blend: 'dest-in' },
        { input: svg(PIECE, `<path d="${path}" fill="none" stroke="rgba(255,255,255,.9)" stroke-width="1.4"/>`) },
      ])
      .png()
      .toBuffer(),
  ]);
  return { x, picture, piece };
}

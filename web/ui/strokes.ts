/** What a finger, a pen or the mouse wrote on a canvas: dark ink on white in every theme and on paper. Without a framework: strangers' pages use it too. */
import { signatureColors } from '#web/theme/drawn-colors.ts';

/** Parts of the width and the height, so that a phone may be turned. */
export interface Point {
  x: number;
  y: number;
}

const WIDTH_PX = 2.6;

/** Draws all strokes on a canvas of its present size. */
export function drawStrokes(canvas: HTMLCanvasElement, strokes: readonly (readonly Point[])[]): void {
  const { clientWidth: width, clientHeight: height } = canvas;
  const scale = Math.max(1, devicePixelRatio);
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  const pen = canvas.getContext('2d');
  if (!pen) return;
  pen.scale(scale, scale);
  pen.fillStyle = signatureColors.paper;
  pen.fillRect(0, 0, width, height);
  Object.assign(pen, { strokeStyle: signatureColors.ink, lineWidth: WIDTH_PX, lineCap: 'round', lineJoin: 'round' });
  for (const stroke of strokes) {
    pen.beginPath();
    for (const [index, { x, y }] of stroke.entries()) {
      if (index === 0) pen.moveTo(x * width, y * height);
      pen.lineTo(x * width, y * height);
    }
    pen.stroke();
  }
}

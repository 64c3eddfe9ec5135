/** The two channels of a recording as they are drawn: above who called, below the seat; a press or an arrow key seeks. */
import { useEffect, useRef, type KeyboardEvent, type PointerEvent } from 'react';

interface Props {
  left: readonly number[];
  right: readonly number[];
  /** From 0 to 1. */
  at: number;
  /** Places of notes, from 0 to 1. */
  marks: readonly number[];
  label: string;
  valueText: string;
  onSeek: (at: number) => void;
}
const HEIGHT = 96;
const STEP = 0.02;

function draw(canvas: HTMLCanvasElement, { left, right, at, marks }: Pick<Props, 'left' | 'right' | 'at' | 'marks'>): void {
  const ratio = window.devicePixelRatio || 1;
  const width = canvas.clientWidth;
  canvas.width = width * ratio;
  canvas.height = HEIGHT * ratio;
  const pen = canvas.getContext('2d');
  if (!pen) return;
  const style = getComputedStyle(canvas);
  const color = (name: string) => style.getPropertyValue(name).trim();
  pen.scale(ratio, ratio);
  pen.clearRect(0, 0, width, HEIGHT);
  const half = HEIGHT / 2;
  const channels = [
    { peaks: left, middle: half / 2, played: color('--ant-color-primary') },
    { peaks: right, middle: half + half / 2, played: color('--ant-color-success') },
  ];
  for (const { peaks, middle, played } of channels) {
    const step = width / peaks.length;
    peaks.forEach((peak, index) => {
      // Speech is far below full scale most of the time: its root is easier to see.
      const high = Math.max(1, Math.sqrt(peak) * (half - 6));
      pen.fillStyle = index / peaks.length < at ? played : color('--ant-color-text-quaternary');
      pen.fillRect(index * step, middle - high / 2, Math.max(1, step - 0.5), high);
    });
  }
  pen.fillStyle = color('--ant-color-warning');
  for (const mark of marks) pen.fillRect(mark * width - 1, 0, 2, HEIGHT);
  pen.fillStyle = color('--ant-color-text');
  pen.fillRect(at * width, 0, 1, HEIGHT);
}

const KEYS: Readonly<Record<string, (at: number) => number>> = {
  ArrowLeft: (at) => at - STEP,
  ArrowRight: (at) => at + STEP,
  Home: () => 0,
  End: () => 1,
};

export function Waveform({ left, right, at, marks, label, valueText, onSeek }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    if (canvas.current) draw(canvas.current, { left, right, at, marks });
  }, [left, right, at, marks]);
  const press = (event: PointerEvent<HTMLDivElement>) => {
    const { left: from, width } = event.currentTarget.getBoundingClientRect();
    onSeek(Math.min(1, Math.max(0, (event.clientX - from) / width)));
  };
  const key = (event: KeyboardEvent) => {
    const move = KEYS[event.key];
    if (!move) return;
    event.preventDefault();
    onSeek(Math.min(1, Math.max(0, move(at))));
  };
  return (
    <div
      className="cr-wave"
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(at * 100)}
      aria-valuetext={valueText}
      onPointerDown={press}
      onKeyDown={key}
    >
      <canvas ref={canvas} style={{ height: HEIGHT }} />
    </div>
  );
}

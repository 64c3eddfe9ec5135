/** @jsxImportSource preact */
/** A name written with a finger: sent as a picture once it is confirmed, dark on white in every theme. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { labelText } from '#contract/questionnaires/item-types.rules.ts';
import type { CallError } from '#web/api/refusals.ts';
import { drawStrokes, type Point } from '#web/ui/strokes.ts';
import { upload } from './calls.ts';
import type { Given } from './asked.ts';

interface PadProps {
  label: string;
  busy: boolean;
  onDone: (file: File) => void;
}

function Pad({ label, busy, onDone }: PadProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const strokes = useRef<Point[][]>([]);
  const [empty, setEmpty] = useState(true);
  useEffect(() => {
    const element = canvas.current;
    if (!element) return;
    const observer = new ResizeObserver(() => drawStrokes(element, strokes.current));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const at = ({ offsetX, offsetY, currentTarget }: PointerEvent): Point => {
    const { clientWidth, clientHeight } = currentTarget as HTMLCanvasElement;
    return { x: offsetX / clientWidth, y: offsetY / clientHeight };
  };
  const begin = (event: PointerEvent) => {
    if (busy || event.button !== 0 || !canvas.current) return;
    canvas.current.setPointerCapture(event.pointerId);
    strokes.current.push([at(event)]);
    setEmpty(false);
    drawStrokes(canvas.current, strokes.current);
  };
  const go = (event: PointerEvent) => {
    if (!canvas.current?.hasPointerCapture(event.pointerId)) return;
    strokes.current.at(-1)?.push(at(event));
    drawStrokes(canvas.current, strokes.current);
  };
  const clear = () => {
    strokes.current = [];
    setEmpty(true);
    if (canvas.current) drawStrokes(canvas.current, []);
  };
  const done = () => canvas.current?.toBlob((blob) => blob && onDone(new File([blob], '签名.png', { type: 'image/png' })), 'image/png');
  return (
    <div class="f-sign">
      <canvas ref={canvas} role="img" aria-label={`${label}：请在此处签名`} onPointerDown={begin} onPointerMove={go} />
      <div class="f-buttons">
        <button type="button" class="f-small" disabled={empty || busy} onClick={clear}>
          清除
        </button>
        <button type="button" class="f-small" disabled={empty || busy} onClick={done}>
          {busy ? '正在保存…' : '确认签名'}
        </button>
      </div>
    </div>
  );
}

export function SignField({ item, value, onChange, projectKey }: Given<string>) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  /** The picture while this page is open; a resumed draft has only its address, which strangers cannot open. */
  const [seen, setSeen] = useState<string | null>(null);
  useEffect(() => () => void (seen && URL.revokeObjectURL(seen)), [seen]);
  async function send(file: File) {
    setBusy(true);
    setProblem('');
    try {
      onChange(await upload(projectKey, file, () => {}));
      setSeen(URL.createObjectURL(file));
    } catch (error) {
      setProblem(`签名没有保存：${(error as CallError).message}`);
    } finally {
      setBusy(false);
    }
  }
  const label = labelText(item.label) || '签名';
  return (
    <>
      {value ? (
        <div class="f-signed">
          {seen ? <img src={seen} alt={`${label}：已签名`} /> : <p>已签名</p>}
          <button type="button" class="f-small" onClick={() => onChange(undefined)}>
            重新签名
          </button>
        </div>
      ) : (
        <Pad label={label} busy={busy} onDone={(file) => void send(file)} />
      )}
      <p role="alert" class="f-problem">
        {problem}
      </p>
    </>
  );
}

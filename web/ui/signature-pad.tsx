/** A name written with a finger, a pen or the mouse, kept as a picture with dark ink on white: readable in every theme and on paper. */
import { ClearOutlined, EditOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useEffect, useRef, useState, type PointerEvent } from 'react';
import { showMessage } from '#web/api/messages.ts';
import { useFileLink } from './file-link.ts';
import { drawStrokes, type Point } from './strokes.ts';
import { upload } from './uploads.ts';
import './signature-pad.css';
import './result-item.css';

interface PadProps {
  id?: string | undefined;
  /** What is signed, for its name: 服务对象签名. */
  label: string;
  /** With the picture once 确定 is pressed. */
  onDone: (file: File) => void;
  busy?: boolean;
}

/** The paper with 清除 and 确定. Sends nothing: a page without a network keeps the file itself. */
export function SignaturePad({ id, label, onDone, busy = false }: PadProps) {
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
  const at = ({ nativeEvent: { offsetX, offsetY }, currentTarget }: PointerEvent<HTMLCanvasElement>): Point => ({
    x: offsetX / currentTarget.clientWidth,
    y: offsetY / currentTarget.clientHeight,
  });
  const begin = (event: PointerEvent<HTMLCanvasElement>) => {
    if (busy || event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    strokes.current.push([at(event)]);
    setEmpty(false);
    drawStrokes(event.currentTarget, strokes.current);
  };
  const go = (event: PointerEvent<HTMLCanvasElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    strokes.current.at(-1)?.push(at(event));
    drawStrokes(event.currentTarget, strokes.current);
  };
  const clear = () => {
    strokes.current = [];
    setEmpty(true);
    if (canvas.current) drawStrokes(canvas.current, []);
  };
  const done = () => canvas.current?.toBlob((blob) => blob && onDone(new File([blob], `${label}.png`, { type: 'image/png' })), 'image/png');
  return (
    <div className="y-sign" id={id} role="group" aria-label={label}>
      <canvas ref={canvas} role="img" aria-label={`${label}：请在此处签名`} onPointerDown={begin} onPointerMove={go} />
      {empty && (
        <span className="y-sign-hint" aria-hidden>
          请在此处签名
        </span>
      )}
      <div className="y-sign-buttons">
        <Button icon={<ClearOutlined aria-hidden />} disabled={empty || busy} onClick={clear}>
          清除
        </Button>
        <Button type="primary" disabled={empty} loading={busy} onClick={done}>
          确认签名
        </Button>
      </div>
    </div>
  );
}

interface FieldProps {
  id?: string | undefined;
  /** The address of the stored picture. */
  value?: string | null;
  onChange?: (url: string | null) => void;
  label?: string;
  disabled?: boolean;
}

function Signed({ url, label }: { url: string; label: string }) {
  const link = useFileLink(url);
  return link ? (
    <img src={link} alt={label} className="y-signature" height={96} />
  ) : (
    <span className="y-missing">{link === null ? '签名无法显示' : ''}</span>
  );
}

/** A form field: signed on the pad, uploaded, kept by its address; signed anew at will. */
export function SignatureField({ id, value, onChange, label = '签名', disabled = false }: FieldProps) {
  const [busy, setBusy] = useState(false);
  const send = async (file: File) => {
    setBusy(true);
    try {
      onChange?.((await upload(file)).url);
    } catch (error) {
      showMessage('error', (error as Error).message);
    } finally {
      setBusy(false);
    }
  };
  if (value) {
    return (
      <div className="y-sign-done" id={id}>
        <Signed url={value} label={label} />
        {!disabled && (
          <Button size="small" icon={<EditOutlined aria-hidden />} onClick={() => onChange?.(null)}>
            重新签名
          </Button>
        )}
      </div>
    );
  }
  return disabled ? (
    <span className="y-missing">未签名</span>
  ) : (
    <SignaturePad id={id} label={label} busy={busy} onDone={(file) => void send(file)} />
  );
}

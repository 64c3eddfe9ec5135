/** A flow as a drawing that fits its place. What it says stands beside it as text: the drawing itself is for the eye. */
import { CompressOutlined, ZoomInOutlined, ZoomOutOutlined } from '@ant-design/icons';
import { Alert, Button, Skeleton } from 'antd';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { keepTrying } from '#web/shell/lazy-part.ts';
import type { FlowMarks, FlowViewer } from './flow-viewer.ts';
import './diagram.css';

interface Props extends Partial<FlowMarks> {
  xml: string;
  /** What it shows, for its name. */
  label: string;
  onPick?: (id: string) => void;
}

const NONE: readonly string[] = [];
const STEP = 1.25;

export function FlowDiagram({ xml, label, taken = NONE, current = NONE, selected = null, onPick }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const [viewer, setViewer] = useState<FlowViewer | null>(null);
  const [state, setState] = useState<'loading' | 'shown' | 'failed'>('loading');
  /** Anew for each drawing: it has none of the marks of the one before. */
  const [drawn, setDrawn] = useState<Pick<FlowViewer, 'mark'> | null>(null);
  const pick = useEffectEvent((id: string) => onPick?.(id));

  useEffect(() => {
    const container = box.current;
    if (!container) return;
    let made: FlowViewer | null = null;
    let gone = false;
    let width = 0;
    const observer = new ResizeObserver(() => {
      // Its own height changes it, too.
      if (container.clientWidth === width) return;
      width = container.clientWidth;
      made?.fit();
    });
    const start = async () => {
      const { flowViewer } = await keepTrying(() => import('./flow-viewer.ts'));
      if (gone) return;
      made = flowViewer(container, (id) => pick(id));
      observer.observe(container);
      setViewer(made);
    };
    void start();
    return () => {
      gone = true;
      observer.disconnect();
      made?.destroy();
      setViewer(null);
    };
  }, []);

  useEffect(() => {
    if (!viewer) return;
    let newer = false;
    const show = async () => {
      const shown = await viewer.show(xml).then(
        () => true,
        () => false,
      );
      if (newer) return;
      if (shown) setDrawn({ mark: viewer.mark });
      setState(shown ? 'shown' : 'failed');
    };
    void show();
    return () => void (newer = true);
  }, [viewer, xml]);
  useEffect(() => {
    drawn?.mark({ taken, current, selected });
  }, [drawn, taken, current, selected]);

  return (
    <figure className="ap-figure" aria-label={label}>
      <div className="ap-zoom y-no-print">
        <Button size="small" icon={<ZoomOutOutlined aria-hidden />} aria-label="缩小" onClick={() => viewer?.zoom(1 / STEP)} />
        <Button size="small" icon={<CompressOutlined aria-hidden />} aria-label="适合宽度" onClick={() => viewer?.fit()} />
        <Button size="small" icon={<ZoomInOutlined aria-hidden />} aria-label="放大" onClick={() => viewer?.zoom(STEP)} />
      </div>
      {state === 'loading' && <Skeleton.Node active className="ap-diagram-wait" />}
      {state === 'failed' && <Alert type="warning" showIcon title="流程图无法显示" />}
      <div ref={box} className="ap-diagram" data-picks={onPick ? true : undefined} />
    </figure>
  );
}

/** Lays out one floor: rooms are dragged and resized on a grid, by mouse or by keys, over a picture if there is one. */
import { UndoOutlined } from '@ant-design/icons';
import { useQueryClient } from '@tanstack/react-query';
import { Alert, App, Button } from 'antd';
import { useRef, useState, type CSSProperties, type KeyboardEvent, type PointerEvent } from 'react';
import { house } from '#contract/rooms/house.ts';
import { stepped, type Spot } from '#contract/rooms/house.rules.ts';
import { keyOf, useSend } from '#web/api/call.ts';
import { picture as pictureRule } from '#web/ui/upload-rules.ts';
import { useClosing } from '#web/ui/closing.tsx';
import { ImageUpload } from '#web/ui/upload.tsx';
import { UploadsContext, useUploads } from '#web/ui/upload-wait.tsx';
import type { HouseFloor } from './house-model.ts';
import { Picture } from './house-rooms.tsx';
import { useLayout } from './use-layout.ts';
import './house-editor.css';

const planRule = { ...pictureRule, wrongType: '平面图只能是 jpg|png 格式', tooLarge: '平面图大小不能超过 5MB' };

const STEPS: Record<string, [dx: number, dy: number]> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
/** Cells of free ground around what is laid out, so that a room can be moved outwards. */
const AROUND = 6;

const spotText = ({ x, y, w, h }: Spot) => `第${x + 1}列第${y + 1}行，宽${w}格高${h}格`;

/** A drag that is going on: what is dragged, and where the pointer and the room began. */
interface Drag {
  roomId: number;
  what: 'move' | 'size';
  from: { x: number; y: number };
  spot: Spot;
  /** Pixels of a cell. */
  cell: number;
  begun: boolean;
}

export default function HouseEditor({ floor: now, onClose }: { floor: HouseFloor; onClose: () => void }) {
  // As it was when editing began: its version says whether another was faster.
  const [floor] = useState(now);
  const client = useQueryClient();
  const { modal } = App.useApp();
  const { building, floor: level, title, rooms, plan } = floor;
  const layout = useLayout(floor);
  const [cancel, question] = useClosing(true, () => layout.changed, onClose);
  const drag = useRef<Drag | null>(null);
  const ground = useRef<HTMLDivElement>(null);
  const [said, setSaid] = useState('');
  const [faster, setFaster] = useState<string | null>(null);
  const { uploading, count } = useUploads();
  const options = {
    changes: [house.read],
    onSuccess: onClose,
    onError: ({ status, message }: { status: number; message: string }) => {
      if (status !== 409) return;
      setFaster(message);
      void client.invalidateQueries({ queryKey: keyOf(house.read) });
    },
  };
  const lay = useSend(house.lay, options);
  const unlay = useSend(house.unlay, options);
  const names = new Map(rooms.map(({ id, name }) => [id, name]));
  const nameOf = (roomId: number) => names.get(roomId) ?? '';

  const start = (event: PointerEvent<HTMLElement>, roomId: number) => {
    const element = ground.current;
    if (event.button !== 0 || !element) return;
    const what = event.target instanceof Element && event.target.closest('.r-grip') ? 'size' : 'move';
    const cell = element.getBoundingClientRect().width / (layout.width + AROUND);
    drag.current = {
      roomId,
      what,
      from: { x: event.clientX, y: event.clientY },
      spot: layout.spots.get(roomId) as Spot,
      cell,
      begun: false,
    };
    event.currentTarget.setPointerCapture(event.pointerId);
  };
  const move = (event: PointerEvent) => {
    const now = drag.current;
    if (!now) return;
    const [dx, dy] = [Math.round((event.clientX - now.from.x) / now.cell), Math.round((event.clientY - now.from.y) / now.cell)];
    if (!now.begun && dx === 0 && dy === 0) return;
    if (!now.begun) layout.begin();
    now.begun = true;
    layout.put(now.roomId, stepped(now.spot, now.what, dx, dy));
  };
  const end = () => void (drag.current = null);
  const press = (event: KeyboardEvent, roomId: number) => {
    const by = STEPS[event.key];
    if (!by || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const next = layout.step(roomId, event.shiftKey ? 'size' : 'move', ...by);
    setSaid(`${nameOf(roomId)}：${spotText(next)}`);
  };
  const undo = () => {
    layout.undo();
    setSaid('已撤销一步');
  };
  const anyKey = (event: KeyboardEvent) => {
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'z' && !event.shiftKey) {
      event.preventDefault();
      undo();
    }
  };
  const save = () =>
    lay.mutate({
      building,
      floor: level,
      width: layout.width,
      height: layout.height,
      picture: layout.picture,
      version: plan?.version ?? null,
      rooms: layout.laid,
    });
  const reset = () =>
    void modal.confirm({
      title: `恢复${title}的自动布局`,
      content: '已调整的房间位置和平面图不再使用，房间和床位不受影响。',
      okText: '恢复',
      cancelText: '取消',
      onOk: () => unlay.mutate({ building, floor: level, version: plan?.version ?? 0 }),
    });

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Ctrl+Z works wherever the focus is in the editor
    <section className="r-editor" aria-label={`${title}布局`} onKeyDown={anyKey}>
      <div className="r-editor-bar">
        <h2>{title}</h2>
        <Button icon={<UndoOutlined aria-hidden />} disabled={!layout.changed} onClick={undo}>
          撤销
        </Button>
        {plan && (
          <Button loading={unlay.isPending} onClick={reset}>
            恢复自动布局
          </Button>
        )}
        <span />
        <Button onClick={cancel}>取消</Button>
        <Button type="primary" loading={lay.isPending} disabled={layout.overlap !== null || faster !== null || uploading} onClick={save}>
          保存布局
        </Button>
      </div>
      <p className="r-editor-help">拖动房间移动，拖动右下角改变大小；选中房间后按方向键移动，按住 Shift 加方向键改变大小，Ctrl+Z 撤销。</p>
      {faster && (
        <Alert
          type="error"
          showIcon
          title={faster}
          action={
            <Button size="small" onClick={onClose}>
              查看最新布局
            </Button>
          }
        />
      )}
      {layout.overlap && (
        <Alert
          type="warning"
          showIcon
          title={`房间${nameOf(layout.overlap[0].roomId)}与${nameOf(layout.overlap[1].roomId)}重叠，请移开后再保存`}
        />
      )}
      <div className="r-editor-frame">
        <div
          ref={ground}
          className="r-ground"
          style={{ '--cols': layout.width + AROUND, '--rows': layout.height + AROUND } as CSSProperties}
        >
          <div className="r-ground-plan" style={{ '--w': layout.width, '--h': layout.height } as CSSProperties}>
            {layout.picture && <Picture url={layout.picture} />}
          </div>
          {rooms.map(({ id, name }) => {
            const spot = layout.spots.get(id) as Spot;
            const overlaps = layout.overlap?.some(({ roomId }) => roomId === id);
            return (
              <button
                key={id}
                type="button"
                className="r-block"
                aria-label={`${name}，${spotText(spot)}`}
                data-overlaps={overlaps || undefined}
                style={{ '--x': spot.x, '--y': spot.y, '--w': spot.w, '--h': spot.h } as CSSProperties}
                onPointerDown={(event) => start(event, id)}
                onPointerMove={move}
                onPointerUp={end}
                onPointerCancel={end}
                onKeyDown={(event) => press(event, id)}
              >
                {name}
                <span className="r-grip" aria-hidden />
              </button>
            );
          })}
        </div>
      </div>
      <div className="r-editor-picture">
        <span>平面图</span>
        <UploadsContext value={count}>
          <ImageUpload label="平面图" value={layout.picture} onChange={layout.setPicture} rule={planRule} />
        </UploadsContext>
        <span>可上传本层的平面图垫在房间下面，图片铺满整层。</span>
      </div>
      <p role="status" className="y-unseen">
        {said}
      </p>
      {question}
    </section>
  );
}

/** Draws a fence: a circle by its middle and radius, a polygon or a line point by point; by pointing, or by the middle of the map. */
import { Button, InputNumber, Segmented, Space } from 'antd';
import { useState } from 'react';
import { MOST_POINTS, shapeLabels } from '#contract/warnings/fences.rules.ts';
import { PlaceMap, type MapMiddle } from '#web/ui/map.tsx';
import './fences.css';
import '#web/ui/warning-tags.css';

export interface Corner {
  lng: number;
  lat: number;
}

export interface Area {
  shape: number;
  longitude?: number;
  latitude?: number;
  radius?: number;
  points: Corner[];
}

const SHAPES = Object.entries(shapeLabels).map(([value, label]) => ({ value: Number(value), label }));
/** Metres to either side of a line that is begun. */
const LINE_RADIUS = 30;
export const newArea: Area = { shape: 1, radius: 200, points: [] };

/** What is still missing; null when it can be saved. */
export function areaProblem({ shape, longitude, radius, points }: Area): string | null {
  if (shape === 2) return points.length < 3 ? '请在地图上至少点选3个顶点' : null;
  if (shape === 3 && points.length < 2) return '请在地图上至少点选2个点';
  if (shape === 1 && longitude === undefined) return '请在地图上点选圆心';
  return radius ? null : shape === 3 ? '请输入路线两侧的宽度' : '请输入半径';
}

interface Props {
  id?: string;
  value?: Area;
  onChange?: (area: Area) => void;
  disabled?: boolean;
  /** The shape is chosen elsewhere. */
  fixed?: boolean;
}

export function FenceArea({ id, value = newArea, onChange, disabled = false, fixed = false }: Props) {
  const [middle, setMiddle] = useState<MapMiddle | null>(null);
  const { shape, longitude, latitude, radius, points } = value;
  const change = (part: Partial<Area>) => onChange?.({ ...value, ...part });
  const pick = (lng: number, lat: number) => {
    if (shape === 1) change({ longitude: lng, latitude: lat });
    else if (points.length < MOST_POINTS) change({ points: [...points, { lng, lat }] });
  };
  const center = longitude === undefined || latitude === undefined ? null : { lng: longitude, lat: latitude };
  const first = points[0];
  const ring = points.map(({ lng, lat }) => [lng, lat] as const);
  const closed = shape === 2 && first ? [[first.lng, first.lat] as const] : [];
  const trace = {
    key: shape === 1 ? 'none' : 'points',
    dots:
      shape === 1
        ? []
        : points.map((point, at) => ({ ...point, id: at, text: String(at + 1), label: `顶点${at + 1}，点击删除`, tone: 'fence' })),
    lines:
      shape !== 1 && points.length > 1
        ? [{ points: [...ring, ...closed], tone: 'fence', label: shape === 3 ? '路线' : fixed ? '边界' : '围栏边界' }]
        : [],
    onOpen: (at: number) => !disabled && change({ points: points.filter((_, index) => index !== at) }),
  };
  return (
    <div className="w-fence-area">
      <Space wrap>
        {!fixed && (
          <Segmented
            id={id}
            options={SHAPES}
            value={shape}
            disabled={disabled}
            onChange={(next) => change({ shape: next, ...(next === 3 && radius === newArea.radius ? { radius: LINE_RADIUS } : {}) })}
            aria-label="围栏形状"
          />
        )}
        {shape !== 2 && (
          <InputNumber<number>
            aria-label={shape === 3 ? '两侧宽度' : '半径'}
            min={20}
            max={100_000}
            precision={0}
            step={50}
            prefix={shape === 3 ? '两侧各' : '半径'}
            suffix="米"
            value={radius ?? null}
            disabled={disabled}
            onChange={(next) => change(next === null ? ({ radius: undefined } as unknown as Partial<Area>) : { radius: next })}
          />
        )}
        <Button onClick={() => middle && pick(...middle())} disabled={disabled || !middle}>
          {shape === 1 ? '圆心设为地图中心' : '在地图中心加顶点'}
        </Button>
        {shape !== 1 && (
          <>
            <Button onClick={() => change({ points: points.slice(0, -1) })} disabled={disabled || points.length === 0}>
              撤销上一点
            </Button>
            <Button onClick={() => change({ points: [] })} disabled={disabled || points.length === 0}>
              清空
            </Button>
          </>
        )}
      </Space>
      <PlaceMap
        onReady={(next) => setMiddle(() => next)}
        system="gcj02"
        zoom={15}
        height={360}
        label={fixed ? '绘制范围的地图' : '绘制围栏的地图'}
        markers={shape === 1 && center ? [{ ...center, label: '圆心', ...(radius ? { radius } : {}) }] : []}
        trace={trace}
        {...(disabled ? {} : { onPick: pick })}
      />
      <output className="w-faint">
        {shape === 1
          ? center
            ? `圆心 ${center.lng.toFixed(6)}, ${center.lat.toFixed(6)}`
            : '点击地图选择圆心'
          : `已有 ${points.length} 个顶点（最多 ${MOST_POINTS} 个）。点击地图依次加点，点击顶点可删除`}
      </output>
    </div>
  );
}

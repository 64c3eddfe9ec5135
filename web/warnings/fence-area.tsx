/** Draws a fence: a circle by its middle and radius, a polygon corner by corner; by pointing, or by the middle of the map. */
import { Button, InputNumber, Segmented, Space } from 'antd';
import { useRef } from 'react';
import { MOST_POINTS } from '#contract/warnings/fences.rules.ts';
import { PlaceMap } from '#web/ui/map.tsx';
import './fences.css';

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

const SHAPES = [
  { value: 1, label: '圆形' },
  { value: 2, label: '多边形' },
];
export const newArea: Area = { shape: 1, radius: 200, points: [] };

/** What is still missing; null when it can be saved. */
export function areaProblem({ shape, longitude, radius, points }: Area): string | null {
  if (shape === 2) return points.length < 3 ? '请在地图上至少点选3个顶点' : null;
  if (longitude === undefined) return '请在地图上点选圆心';
  return radius ? null : '请输入半径';
}

interface Props {
  id?: string;
  value?: Area;
  onChange?: (area: Area) => void;
  disabled?: boolean;
}

export function FenceArea({ id, value = newArea, onChange, disabled = false }: Props) {
  const map = useRef<{ middle: () => [number, number] | null }>(null);
  const { shape, longitude, latitude, radius, points } = value;
  const change = (part: Partial<Area>) => onChange?.({ ...value, ...part });
  const pick = (lng: number, lat: number) => {
    if (shape === 1) change({ longitude: lng, latitude: lat });
    else if (points.length < MOST_POINTS) change({ points: [...points, { lng, lat }] });
  };
  const pickMiddle = () => {
    const middle = map.current?.middle();
    if (middle) pick(...middle);
  };
  const center = longitude === undefined || latitude === undefined ? null : { lng: longitude, lat: latitude };
  const first = points[0];
  const ring = points.map(({ lng, lat }) => [lng, lat] as const);
  const trace = {
    key: shape === 2 ? 'ring' : 'none',
    dots: shape === 2 ? points.map((point, at) => ({ ...point, id: at, text: String(at + 1), label: `顶点${at + 1}，点击删除`, tone: 'fence' })) : [],
    lines: shape === 2 && first && points.length > 1 ? [{ points: [...ring, [first.lng, first.lat] as const], tone: 'fence', label: '围栏边界' }] : [],
    onOpen: (at: number) => !disabled && change({ points: points.filter((_, index) => index !== at) }),
  };
  return (
    <div className="w-fence-area">
      <Space wrap>
        <Segmented id={id} options={SHAPES} value={shape} disabled={disabled} onChange={(next) => change({ shape: next })} aria-label="围栏形状" />
        {shape === 1 && (
          <InputNumber<number>
            aria-label="半径"
            min={20}
            max={100_000}
            precision={0}
            step={50}
            prefix="半径"
            suffix="米"
            value={radius ?? null}
            disabled={disabled}
            onChange={(next) => change(next === null ? ({ radius: undefined } as unknown as Partial<Area>) : { radius: next })}
          />
        )}
        <Button onClick={pickMiddle} disabled={disabled}>
          {shape === 1 ? '圆心设为地图中心' : '在地图中心加顶点'}
        </Button>
        {shape === 2 && (
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
        ref={map}
        system="gcj02"
        zoom={15}
        height={360}
        label="绘制围栏的地图"
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

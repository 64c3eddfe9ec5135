/** Where an area is: a circle or polygon on the map, districts and streets, or so many metres about the institution. */
import { InputNumber, Segmented, Select, Tag } from 'antd';
import { areaShapeLabels, areaShapes } from '#contract/home-care/areas.rules.ts';
import { MOST_DISTRICTS } from '#contract/home-care/home-areas.ts';
import { areaProblem, FenceArea, newArea, type Area } from '#web/warnings/fence-area.tsx';
import { RegionCascader, RegionName } from '#web/ui/region-cascader.tsx';
import './home-care.css';

export interface Where extends Area {
  districts: string[];
  streets: string[];
}

export const newWhere: Where = { ...newArea, shape: areaShapes.around, radius: 3000, districts: [], streets: [] };

const SHAPES = [areaShapes.around, areaShapes.circle, areaShapes.polygon, areaShapes.districts].map((value) => ({
  value,
  label: areaShapeLabels[value] as string,
}));

/** What is still missing; null when it can be saved. */
export function whereProblem(where: Where): string | null {
  if (where.shape === areaShapes.districts) return where.districts.length === 0 ? '请选择行政区' : null;
  if (where.shape === areaShapes.around) return where.radius ? null : '请输入半径';
  return areaProblem(where);
}

interface Props {
  id?: string;
  value?: Where;
  onChange?: (where: Where) => void;
}

function Districts({ value, change }: { value: Where; change: (part: Partial<Where>) => void }) {
  const { districts, streets } = value;
  const add = (code: string | null) => {
    if (code && !districts.includes(code) && districts.length < MOST_DISTRICTS) change({ districts: [...districts, code] });
  };
  return (
    <div className="hc-districts">
      <RegionCascader value={null} onChange={add} anyLevel placeholder="选择省/市/区加入" />
      <div aria-label="已选行政区" role="group">
        {districts.map((code) => (
          <Tag key={code} closable onClose={() => change({ districts: districts.filter((one) => one !== code) })}>
            <RegionName code={code} />
          </Tag>
        ))}
      </div>
      <Select
        mode="tags"
        open={false}
        tokenSeparators={[',', '，', ' ']}
        value={streets}
        onChange={(names: string[]) => change({ streets: names.map((name) => name.trim()).filter(Boolean) })}
        placeholder="街道或社区名称，输入后回车；不填为整个行政区"
        aria-label="街道或社区"
      />
    </div>
  );
}

export function HomeAreaField({ id, value = newWhere, onChange }: Props) {
  const { shape, radius } = value;
  const change = (part: Partial<Where>) => onChange?.({ ...value, ...part });
  return (
    <div className="hc-where">
      <Segmented id={id} options={SHAPES} value={shape} onChange={(next) => change({ shape: next })} aria-label="范围方式" />
      {shape === areaShapes.districts ? (
        <Districts value={value} change={change} />
      ) : shape === areaShapes.around ? (
        <InputNumber<number>
          aria-label="半径"
          className="hc-number"
          min={100}
          max={100_000}
          precision={0}
          step={500}
          prefix="机构周边"
          suffix="米"
          value={radius ?? null}
          onChange={(next) => change(next === null ? ({ radius: undefined } as unknown as Partial<Where>) : { radius: next })}
        />
      ) : (
        <FenceArea fixed value={value} onChange={(area) => change(area)} />
      )}
    </div>
  );
}

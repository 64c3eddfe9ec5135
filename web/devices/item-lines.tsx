/** 附加信息项: what stands in a vendor's items of a position report, one line for each thing that an item says. */
import { PlusOutlined } from '@ant-design/icons';
import { Button, Checkbox, Input } from 'antd';
import type { ReactNode } from 'react';
import { itemAlarms, itemKinds, MOST_ITEMS, MOST_RULES, type ItemKind } from '#contract/devices/jt808-item-rules.ts';
import { mappedMetrics, type MappedMetric } from '#contract/devices/mappings.ts';
import { choices } from '#web/ui/inputs.tsx';
import { newKey, type ItemLine } from './profile-drafts.ts';
import { Amount, Choice, Line, type Lines } from './profile-line.tsx';
import './integrations.css';

/** 翻身 has no place to go. */
const metricOptions = Object.entries(mappedMetrics)
  .filter(([name]) => name !== 'rolls')
  .map(([name, { label, units }]) => ({ value: name as MappedMetric, label: `${label}（${units[0]}）` }));
const sizes = (...all: number[]) => all.map((value) => ({ value, label: `${value}字节` }));
const CAUSES = choices({ bit: '某一位为1', equals: '等于某个值', any: '不为0' });
const COUNTED = choices({ no: '列表占满后面', yes: '先有1字节个数' });
const POINT_ORDER = choices({ mac: '地址在前', rssi: '信号强度在前' });
const CELL_ORDER = choices({ area: '位置区在前', cell: '基站号在前' });
const NETWORKS = choices({ each: '每个基站都有', once: '开头一次', behindCount: '个数之后一次' });
const STRENGTH = choices({ yes: '有，1字节', no: '没有' });

interface Part {
  line: ItemLine;
  /** How the line is called aloud. */
  name: string;
  change: (more: Partial<ItemLine>) => void;
}

/** Where a list stands in its item. */
function ListHead({ line: { counted }, name, change }: Part) {
  return (
    <Choice
      label="个数"
      name={`${name}的个数`}
      value={counted ? 'yes' : 'no'}
      options={COUNTED}
      onChange={(now) => change({ counted: now === 'yes' })}
    />
  );
}

const Extra = ({ line: { extra }, change }: Part) => (
  <Amount label="每项末尾多余字节" value={extra} placeholder="0" onChange={(now) => change({ extra: now })} />
);

const Bytes = ({ line: { bytes }, name, change }: Part) => (
  <Choice label="长度" name={`${name}的长度`} value={bytes ?? 1} options={sizes(1, 2, 4)} onChange={(now) => change({ bytes: now })} />
);

function NumberParts(part: Part) {
  const { line, name, change } = part;
  return (
    <>
      <Choice label="指标" name={`${name}的指标`} value={line.metric} options={metricOptions} onChange={(metric) => change({ metric })} />
      <Amount label="起始字节（0起）" value={line.at} placeholder="0" onChange={(at) => change({ at })} />
      <Bytes {...part} />
      <Amount label="倍率" value={line.scale} placeholder="1" onChange={(scale) => change({ scale })} />
      <Amount label="再加" value={line.add} placeholder="0" onChange={(add) => change({ add })} />
      <div className="d-map-check">
        <Checkbox checked={line.signed ?? false} onChange={({ target }) => change({ signed: target.checked })}>
          有符号数
        </Checkbox>
      </div>
    </>
  );
}

function AlarmParts(part: Part) {
  const { line, name, change } = part;
  return (
    <>
      <Choice
        label="报警"
        name={`${name}的报警`}
        value={line.alarm}
        options={choices(itemAlarms)}
        onChange={(alarm) => change({ alarm })}
      />
      <Amount label="起始字节（0起）" value={line.at} placeholder="0" onChange={(at) => change({ at })} />
      <Bytes {...part} />
      <Choice label="何时报警" name={`${name}的报警条件`} value={line.cause} options={CAUSES} onChange={(cause) => change({ cause })} />
      {line.cause === 'bit' && (
        <Amount label="报警位（0为最低位）" value={line.bit} placeholder="如 0" onChange={(bit) => change({ bit })} />
      )}
      {line.cause === 'equals' && (
        <Amount label="报警取值" value={line.equals} placeholder="如 1" onChange={(equals) => change({ equals })} />
      )}
    </>
  );
}

function PointParts(part: Part) {
  const { line, name, change } = part;
  return (
    <>
      <Amount label="起始字节（0起）" value={line.at} placeholder="0" onChange={(at) => change({ at })} />
      <ListHead {...part} />
      <Choice
        label="每项顺序"
        name={`${name}的每项顺序`}
        value={line.rssiFirst ? 'rssi' : 'mac'}
        options={POINT_ORDER}
        onChange={(now) => change({ rssiFirst: now === 'rssi' })}
      />
      <Extra {...part} />
    </>
  );
}

function CellParts(part: Part) {
  const { line, name, change } = part;
  const { network = 'each', mncBytes = 1, areaBytes = 2, cellBytes = 4 } = line;
  return (
    <>
      <Amount label="起始字节（0起）" value={line.at} placeholder="0" onChange={(at) => change({ at })} />
      <ListHead {...part} />
      <Choice
        label="国家和网络号"
        name={`${name}的国家和网络号`}
        value={network}
        options={NETWORKS}
        onChange={(now) => change({ network: now === 'each' ? undefined : now })}
      />
      <Choice
        label="网络号"
        name={`${name}的网络号`}
        value={mncBytes}
        options={sizes(1, 2)}
        onChange={(now) => change({ mncBytes: now === 1 ? undefined : now })}
      />
      <Choice
        label="位置区"
        name={`${name}的位置区`}
        value={areaBytes}
        options={sizes(2, 3, 4)}
        onChange={(now) => change({ areaBytes: now === 2 ? undefined : now })}
      />
      <Choice
        label="基站号"
        name={`${name}的基站号`}
        value={cellBytes}
        options={sizes(2, 3, 4, 5, 6, 7, 8)}
        onChange={(now) => change({ cellBytes: now === 4 ? undefined : now })}
      />
      <Choice
        label="每项顺序"
        name={`${name}的每项顺序`}
        value={line.cellFirst ? 'cell' : 'area'}
        options={CELL_ORDER}
        onChange={(now) => change({ cellFirst: now === 'cell' })}
      />
      <Choice
        label="信号强度"
        name={`${name}的信号强度`}
        value={line.withoutRssi ? 'no' : 'yes'}
        options={STRENGTH}
        onChange={(now) => change({ withoutRssi: now === 'no' })}
      />
      <Extra {...part} />
    </>
  );
}

const PARTS: Record<ItemKind, (part: Part) => ReactNode> = {
  number: NumberParts,
  alarm: AlarmParts,
  wifi: PointParts,
  beacons: PointParts,
  cells: CellParts,
};

/** A line of another kind: what belongs to the former one is gone. */
const turned = ({ key, item, at }: ItemLine, kind: ItemKind): ItemLine => ({
  key,
  item,
  at,
  kind,
  ...(kind === 'number' ? { metric: 'heartRate' } : kind === 'alarm' ? { alarm: 'sos', cause: 'bit', bit: 0 } : {}),
});

/** `outcomes`: what each line reads of the pasted sample, by key. */
export function ItemLines({ lines, problems, outcomes, onChange }: Lines<ItemLine> & { outcomes: ReadonlyMap<number, string> }) {
  const put = (line: ItemLine) => onChange(lines.map((one) => (one.key === line.key ? line : one)));
  return (
    <>
      {lines.length > 0 && (
        <ol className="d-map-fields d-map-items" aria-label="附加信息项">
          {lines.map((line, index) => {
            const name = `第${index + 1}个附加信息项`;
            const Parts = PARTS[line.kind];
            return (
              <Line
                key={line.key}
                problem={line.item === '' ? undefined : problems.get(line.key)}
                outcome={outcomes.get(line.key)}
                removes={name}
                onRemove={() => onChange(lines.filter(({ key }) => key !== line.key))}
              >
                <label>
                  <span>ID（十六进制）</span>
                  <Input
                    value={line.item}
                    maxLength={4}
                    placeholder="如 e1"
                    spellCheck={false}
                    onChange={({ target }) => put({ ...line, item: target.value })}
                  />
                </label>
                <Choice
                  label="内容"
                  name={`${name}的内容`}
                  value={line.kind}
                  options={choices(itemKinds)}
                  onChange={(kind) => put(turned(line, kind))}
                />
                <Parts line={line} name={name} change={(more) => put({ ...line, ...more })} />
              </Line>
            );
          })}
        </ol>
      )}
      {lines.length < MOST_ITEMS * MOST_RULES && (
        <Button
          type="dashed"
          icon={<PlusOutlined aria-hidden />}
          onClick={() => onChange([...lines, { key: newKey(), item: lines.at(-1)?.item ?? '', kind: 'number', metric: 'heartRate' }])}
        >
          添加附加信息项
        </Button>
      )}
    </>
  );
}

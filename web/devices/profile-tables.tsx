/** 报警码对照 and 附加信息项: what a model means by its codes, and where its measurements stand in a position report. */
import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Checkbox, Input, InputNumber, Select } from 'antd';
import type { ReactNode } from 'react';
import { alarmCodes, plainMeaning, type CodedProtocol } from '#contract/devices/alarm-codes.rules.ts';
import { MOST_ALARMS, MOST_ITEMS } from '#contract/devices/device-profiles.ts';
import { mappedAlarms, mappedMetrics, type MappedAlarm, type MappedMetric } from '#contract/devices/mappings.ts';
import { choices } from '#web/ui/inputs.tsx';
import { newKey, type AlarmLine, type ItemLine } from './profile-drafts.ts';
import './integrations.css';

/** 翻身 has no place to go. */
const metricOptions = Object.entries(mappedMetrics)
  .filter(([name]) => name !== 'rolls')
  .map(([name, { label, units }]) => ({ value: name as MappedMetric, label: `${label}（${units[0]}）` }));
const alarmOptions = choices(mappedAlarms);
const BYTES = [1, 2, 4].map((value) => ({ value, label: `${value}字节` }));

interface Lines<L> {
  lines: readonly L[];
  problems: ReadonlyMap<number, string>;
  onChange: (lines: L[]) => void;
}

function Line({ problem, outcome, remove, children }: { problem: string | undefined; outcome?: string | undefined; remove: ReactNode; children: ReactNode }) {
  return (
    <li className="d-map-field">
      <div className="d-map-grid">{children}</div>
      {remove}
      {(problem ?? outcome) && (
        <p className="d-map-outcome" data-tone={problem ? 'error' : undefined} role="status">
          {problem ?? outcome}
        </p>
      )}
    </li>
  );
}

export function AlarmLines({ protocol, lines, problems, onChange }: Lines<AlarmLine> & { protocol: CodedProtocol }) {
  const { word, most } = alarmCodes[protocol];
  const change = (line: AlarmLine) => onChange(lines.map((one) => (one.key === line.key ? line : one)));
  return (
    <>
      {lines.length > 0 && (
        <ol className="d-map-fields" aria-label="报警码对照">
          {lines.map((line, index) => (
            <Line
              key={line.key}
              problem={line.code === null ? undefined : problems.get(line.key)}
              outcome={line.code === null ? undefined : `协议规定：${mappedAlarms[plainMeaning(protocol, line.code)]}`}
              remove={
                <Button
                  type="text"
                  danger
                  icon={<DeleteOutlined aria-hidden />}
                  aria-label={`删除第${index + 1}个${word}`}
                  onClick={() => onChange(lines.filter(({ key }) => key !== line.key))}
                />
              }
            >
              <label>
                <span>{word}</span>
                <InputNumber<number>
                  value={line.code}
                  min={0}
                  max={most}
                  precision={0}
                  placeholder={`0 至 ${most}`}
                  aria-label={`第${index + 1}个${word}`}
                  onChange={(code) => change({ ...line, code })}
                />
              </label>
              <label>
                <span>含义</span>
                <Select<MappedAlarm>
                  value={line.alarm}
                  options={alarmOptions}
                  aria-label={`第${index + 1}个${word}的含义`}
                  onChange={(alarm) => change({ ...line, alarm })}
                />
              </label>
            </Line>
          ))}
        </ol>
      )}
      {lines.length < MOST_ALARMS && (
        <Button type="dashed" icon={<PlusOutlined aria-hidden />} onClick={() => onChange([...lines, { key: newKey(), code: null, alarm: 'other' }])}>
          添加{word}
        </Button>
      )}
    </>
  );
}

function Amount({
  label,
  value,
  placeholder,
  onChange,
}: {
  label: string;
  value: number | undefined;
  placeholder: string;
  onChange: (value: number | undefined) => void;
}) {
  return (
    <label>
      <span>{label}</span>
      <InputNumber<number> value={value ?? null} placeholder={placeholder} aria-label={label} onChange={(now) => onChange(now ?? undefined)} />
    </label>
  );
}

/** `outcomes`: what each line reads of the pasted sample, by key. */
export function ItemLines({ lines, problems, outcomes, onChange }: Lines<ItemLine> & { outcomes: ReadonlyMap<number, string> }) {
  const change = (line: ItemLine, more: Partial<ItemLine>) => onChange(lines.map((one) => (one.key === line.key ? { ...one, ...more } : one)));
  return (
    <>
      {lines.length > 0 && (
        <ol className="d-map-fields d-map-items" aria-label="附加信息项">
          {lines.map((line, index) => (
            <Line
              key={line.key}
              problem={line.item === '' ? undefined : problems.get(line.key)}
              outcome={outcomes.get(line.key)}
              remove={
                <Button
                  type="text"
                  danger
                  icon={<DeleteOutlined aria-hidden />}
                  aria-label={`删除第${index + 1}个附加信息项`}
                  onClick={() => onChange(lines.filter(({ key }) => key !== line.key))}
                />
              }
            >
              <label>
                <span>ID（十六进制）</span>
                <Input value={line.item} maxLength={4} placeholder="如 e1" spellCheck={false} onChange={({ target }) => change(line, { item: target.value })} />
              </label>
              <label>
                <span>指标</span>
                <Select
                  value={line.metric}
                  options={metricOptions}
                  aria-label={`第${index + 1}个附加信息项的指标`}
                  onChange={(metric) => change(line, { metric })}
                />
              </label>
              <Amount label="起始字节（0起）" value={line.at} placeholder="0" onChange={(at) => change(line, { at })} />
              <label>
                <span>长度</span>
                <Select value={line.bytes ?? 1} options={BYTES} aria-label={`第${index + 1}个附加信息项的长度`} onChange={(bytes) => change(line, { bytes })} />
              </label>
              <Amount label="倍率" value={line.scale} placeholder="1" onChange={(scale) => change(line, { scale })} />
              <Amount label="再加" value={line.add} placeholder="0" onChange={(add) => change(line, { add })} />
              <div className="d-map-check">
                <Checkbox checked={line.signed ?? false} onChange={({ target }) => change(line, { signed: target.checked })}>
                  有符号数
                </Checkbox>
              </div>
            </Line>
          ))}
        </ol>
      )}
      {lines.length < MOST_ITEMS && (
        <Button
          type="dashed"
          icon={<PlusOutlined aria-hidden />}
          onClick={() => onChange([...lines, { key: newKey(), item: lines.at(-1)?.item ?? '', metric: 'heartRate' }])}
        >
          添加附加信息项
        </Button>
      )}
    </>
  );
}

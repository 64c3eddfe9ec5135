/** One line of the mapping: what is recorded, where it stands in the message, and what it says of the sample at once. */
import { DeleteOutlined } from '@ant-design/icons';
import type { TextAreaProps } from 'antd/es/input';
import { Button, Checkbox, Input, InputNumber, Select } from 'antd';
import { sleepParts, timeKinds } from '#contract/devices/mappings.ts';
import { choices } from '#web/ui/inputs.tsx';
import { heardLabels, heardParts, meaningWords, systemOptions, targets, unitsOf } from './mapping-choices.ts';
import type { DraftField } from './mapping-drafts.ts';

export interface FieldOutcome {
  texts: readonly string[];
  problem: string | null;
}

interface Props {
  draft: DraftField;
  number: number;
  /** Of the sample; null without one. */
  outcome: FieldOutcome | null;
  /** What is wrong with the line itself. */
  problem: string | undefined;
  disabled: boolean;
  onChange: (draft: DraftField) => void;
  onRemove: () => void;
}

/** A table of codes or paths is seen as a whole. */
const Long = (props: TextAreaProps) => <Input.TextArea autoSize {...props} />;

function Text({
  label,
  value,
  placeholder,
  max = 200,
  wide,
  disabled,
  onChange,
}: {
  label: string;
  value: string | undefined;
  placeholder: string;
  max?: number;
  wide?: boolean;
  disabled: boolean;
  onChange: (text: string) => void;
}) {
  const Field = wide ? Long : Input;
  return (
    <label className={wide ? 'd-map-wide' : undefined}>
      <span>{label}</span>
      <Field
        value={value ?? ''}
        placeholder={placeholder}
        maxLength={max}
        disabled={disabled}
        spellCheck={false}
        onChange={({ target }) => onChange(target.value)}
      />
    </label>
  );
}

/** What the kinds need beside their path. */
function Details({ draft, disabled, set }: { draft: DraftField; disabled: boolean; set: (more: Partial<DraftField>) => void }) {
  const units = unitsOf(draft.what);
  if (draft.what.startsWith('reading:'))
    return (
      <>
        {units.length > 1 && (
          <>
            <label>
              <span>单位</span>
              <Select
                value={draft.unit ?? units[0]!}
                disabled={disabled || Boolean(draft.unitBy?.trim())}
                options={units.map((value) => ({ value, label: value }))}
                onChange={(unit) => set({ unit })}
                aria-label="单位"
              />
            </label>
            <Text
              label="随报文的单位"
              value={draft.unitBy}
              placeholder={`如 BPUnit：0=${units[0]}；1=${units[1]}`}
              disabled={disabled}
              onChange={(unitBy) => set({ unitBy })}
            />
          </>
        )}
        <label>
          <span>倍率</span>
          <InputNumber<number>
            value={draft.scale ?? null}
            min={0.000_001}
            max={1_000_000}
            placeholder="1"
            disabled={disabled}
            onChange={(scale) => set({ scale })}
            aria-label="倍率"
          />
        </label>
      </>
    );
  if (draft.what === 'position')
    return (
      <>
        <Text label="纬度路径" value={draft.lat} placeholder="如 lat" disabled={disabled} onChange={(lat) => set({ lat })} />
        <label>
          <span>坐标系</span>
          <Select
            value={draft.system ?? 'wgs84'}
            disabled={disabled}
            options={systemOptions}
            onChange={(system) => set({ system })}
            aria-label="坐标系"
          />
        </label>
        <Text
          label="有卫星定位"
          value={draft.only}
          placeholder="如 type=GPS；不填即都有"
          disabled={disabled}
          onChange={(only) => set({ only })}
        />
        <Text
          label="精度路径（米）"
          value={draft.accuracy}
          placeholder="可不填"
          disabled={disabled}
          onChange={(accuracy) => set({ accuracy })}
        />
      </>
    );
  if (heardParts(draft.what).length > 0)
    return heardParts(draft.what).map((part) => (
      <Text
        key={part}
        label={`${heardLabels[part]}路径（每一项里）`}
        value={draft[part]}
        placeholder={part === 'mac' ? '如 mac；@ 为这一项本身' : part === 'rssi' ? '如 rssi，可不填' : `如 ${part} 或 $.${part}`}
        disabled={disabled}
        onChange={(path) => set({ [part]: path })}
      />
    ));
  if (draft.what === 'sleep')
    return (
      <>
        <Text label="离床时间路径" value={draft.left} placeholder="如 sleep.left" disabled={disabled} onChange={(left) => set({ left })} />
        <label>
          <span>时间格式</span>
          <Select
            value={draft.timeKind ?? 'ms'}
            disabled={disabled}
            options={choices(timeKinds)}
            onChange={(timeKind) => set({ timeKind })}
            aria-label="睡眠报告的时间格式"
          />
        </label>
        <label>
          <span>分期单位</span>
          <Select
            value={draft.unit ?? 'minutes'}
            disabled={disabled}
            options={choices({ minutes: '分钟', seconds: '秒' })}
            onChange={(unit) => set({ unit })}
            aria-label="分期单位"
          />
        </label>
        <Text
          label={`其他内容（${Object.values(sleepParts).join('、')}）`}
          value={draft.parts}
          placeholder="如 入睡=sleep.asleep；深睡=sleep.deep；评分=sleep.score"
          max={1000}
          wide
          disabled={disabled}
          onChange={(parts) => set({ parts })}
        />
      </>
    );
  if (draft.what === 'reply')
    return (
      <Text
        label="执行成功"
        value={draft.only}
        placeholder="如 done=true；不填即都成功"
        disabled={disabled}
        onChange={(only) => set({ only })}
      />
    );
  return (
    <>
      <Text
        label={`取值对照（${meaningWords(draft.what).join('、')}）`}
        value={draft.codes}
        placeholder={
          draft.what === 'alarm'
            ? '如 14=跌倒；1=SOS求助；0=不报警'
            : `如 1=${meaningWords(draft.what)[0]}；0=${meaningWords(draft.what)[1]}`
        }
        max={1000}
        wide
        disabled={disabled}
        onChange={(codes) => set({ codes })}
      />
      {draft.what === 'alarm' && (
        <Text
          label="录像地址路径"
          value={draft.clip}
          placeholder="可不填，如 data.videoUrl"
          disabled={disabled}
          onChange={(clip) => set({ clip })}
        />
      )}
      {draft.what === 'alarm' && (
        <div className="d-map-wide">
          <Checkbox checked={draft.otherwise ?? true} disabled={disabled} onChange={({ target }) => set({ otherwise: target.checked })}>
            对照以外的取值也作为“设备报警”（0和false除外）
          </Checkbox>
        </div>
      )}
    </>
  );
}

/** What the first path of a field leads to, where it is not the value. */
const PATHS: Readonly<Record<string, string>> = { position: '经度路径', sleep: '上床时间路径' };

/** Green for what would be recorded, grey for nothing, red for what is wrong. */
function Outcome({ outcome, problem }: { outcome: FieldOutcome | null; problem: string | undefined }) {
  if (problem)
    return (
      <p className="d-map-outcome" data-tone="error" role="status">
        {problem}
      </p>
    );
  if (!outcome) return null;
  const tone = outcome.problem ? 'error' : outcome.texts.length > 0 ? 'good' : 'none';
  return (
    <p className="d-map-outcome" data-tone={tone} role="status">
      {outcome.problem ??
        (outcome.texts.length > 0
          ? `会记录：${outcome.texts.slice(0, 3).join('；')}${outcome.texts.length > 3 ? ` 等${outcome.texts.length}条` : ''}`
          : '这段报文里没有')}
    </p>
  );
}

export function MappingField({ draft, number, outcome, problem, disabled, onChange, onRemove }: Props) {
  const set = (more: Partial<DraftField>) => onChange({ ...draft, ...more });
  return (
    <li className="d-map-field">
      <div className="d-map-grid">
        <label>
          <span>记录为</span>
          <Select
            value={draft.what}
            disabled={disabled}
            options={targets}
            onChange={(what) => onChange({ key: draft.key, what, path: draft.path, ...(draft.when ? { when: draft.when } : {}) })}
            aria-label={`第${number}个字段记录为`}
          />
        </label>
        <Text
          label={PATHS[draft.what] ?? (heardParts(draft.what).length > 0 ? '列表路径' : '路径')}
          value={draft.path}
          placeholder="如 data.heart"
          disabled={disabled}
          onChange={(path) => set({ path })}
        />
        <Details draft={draft} disabled={disabled} set={set} />
        <Text
          label="条件"
          value={draft.when}
          placeholder="如 type=heart；不填即总是"
          disabled={disabled}
          onChange={(when) => set({ when })}
        />
      </div>
      {!disabled && (
        <Button type="text" danger icon={<DeleteOutlined aria-hidden />} aria-label={`删除第${number}个字段`} onClick={onRemove} />
      )}
      <Outcome outcome={outcome} problem={problem} />
    </li>
  );
}

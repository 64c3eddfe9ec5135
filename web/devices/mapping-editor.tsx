/** The mapping and the message it is tried on: every line says at once what it would record. */
import { PlusOutlined } from '@ant-design/icons';
import { Alert, Button, Input, InputNumber, Select } from 'antd';
import { useDeferredValue, useMemo } from 'react';
import { told } from '#contract/devices/mapped-texts.rules.ts';
import { mapBody, mapSigned, type MappedBody } from '#contract/devices/mappings.rules.ts';
import { MOST_FIELDS } from '#contract/devices/mappings.ts';
import { bodyOf } from '#contract/devices/message-bodies.rules.ts';
import { newKey, readDraft, type DraftField, type MappingDraft, type ReadDraft } from './mapping-drafts.ts';
import { MappingField, type FieldOutcome } from './mapping-field.tsx';
import './devices.css';

interface Props {
  value?: MappingDraft;
  onChange?: (draft: MappingDraft) => void;
  /** The message it is tried on; empty for none. */
  sample: string;
  /** MQTT devices say who they are by signing in. */
  signedIn: boolean;
  disabled?: boolean;
}

export interface Trial {
  read: ReadDraft;
  /** Null without a sample, a sentence when it cannot be read. */
  result: MappedBody | string | null;
}

/** What the draft makes of the sample, in the browser, by the same rules as on the server. */
export function tryDraft(draft: MappingDraft, sample: string, signedIn: boolean): Trial {
  const read = readDraft(draft);
  if (sample.trim() === '' || !read.mapping) return { read, result: null };
  const body = bodyOf(sample);
  if (body === undefined) return { read, result: '报文既不是JSON，也不是表单（name=value）' };
  return { read, result: (signedIn ? mapSigned : mapBody)(read.mapping, body) };
}

function outcomeOf({ read, result }: Trial, key: number): FieldOutcome | null {
  if (!result || typeof result === 'string') return null;
  const index = read.keys.indexOf(key);
  if (index < 0) return null;
  const texts = result.records.flatMap(({ events }) => events.filter(({ field }) => field === index).map(told));
  const problem = result.records.flatMap(({ problems }) => problems).find(({ field }) => field === index);
  return { texts, problem: problem?.message ?? null };
}

const KINDS: { value: MappingDraft['timeKind']; label: string }[] = [
  { value: 'ms', label: '毫秒时间戳' },
  { value: 's', label: '秒时间戳' },
  { value: 'text', label: '文本时间' },
];

function Head({
  draft,
  signedIn,
  disabled,
  set,
}: {
  draft: MappingDraft;
  signedIn: boolean;
  disabled: boolean;
  set: (more: Partial<MappingDraft>) => void;
}) {
  const text = (label: string, name: 'items' | 'device' | 'timePath', placeholder: string) => (
    <label>
      <span>{label}</span>
      <Input
        value={draft[name]}
        placeholder={placeholder}
        maxLength={120}
        disabled={disabled}
        spellCheck={false}
        onChange={({ target }) => set({ [name]: target.value })}
      />
    </label>
  );
  return (
    <div className="d-map-grid">
      {text('数据所在（不填即整个报文）', 'items', '如 $.data[*]')}
      {text(signedIn ? '设备编号路径（只用于网关代报）' : '设备编号路径', 'device', '如 deviceId 或 $.imei')}
      {text('时间路径（不填即收到的时间）', 'timePath', '如 createTime')}
      {draft.timePath.trim() !== '' && (
        <label>
          <span>时间格式</span>
          <Select
            value={draft.timeKind}
            disabled={disabled}
            options={KINDS}
            onChange={(timeKind) => set({ timeKind })}
            aria-label="时间格式"
          />
        </label>
      )}
      {draft.timePath.trim() !== '' && draft.timeKind === 'text' && (
        <label>
          <span>时区（比世界时快多少分钟）</span>
          <InputNumber<number>
            value={draft.timeOffset}
            min={-720}
            max={840}
            precision={0}
            placeholder="480（北京时间）"
            disabled={disabled}
            onChange={(timeOffset) => set({ timeOffset })}
            aria-label="时区"
          />
        </label>
      )}
    </div>
  );
}

export function MappingEditor({ value, onChange, sample, signedIn, disabled = false }: Props) {
  const draft = value!;
  const deferred = useDeferredValue(draft);
  const trial = useMemo(() => tryDraft(deferred, sample, signedIn), [deferred, sample, signedIn]);
  const set = (more: Partial<MappingDraft>) => onChange?.({ ...draft, ...more });
  const change = (field: DraftField) => set({ fields: draft.fields.map((one) => (one.key === field.key ? field : one)) });
  const head = trial.read.problems.get('head');
  return (
    <div className="d-map">
      <p className="d-note">
        路径写法：<code>heart</code>、<code>data.heart</code>、<code>list[0].value</code>；<code>$</code>{' '}
        开头从整个报文算起，其余从一条数据算起。
      </p>
      <Head draft={draft} signedIn={signedIn} disabled={disabled} set={set} />
      {head && <Alert type="error" showIcon title={head} />}
      <ol className="d-map-fields">
        {draft.fields.map((field, index) => (
          <MappingField
            key={field.key}
            draft={field}
            number={index + 1}
            disabled={disabled}
            outcome={outcomeOf(trial, field.key)}
            // A line that was just added is not wrong yet.
            problem={field.path === '' && !field.codes ? undefined : trial.read.problems.get(field.key)}
            onChange={change}
            onRemove={() => set({ fields: draft.fields.filter(({ key }) => key !== field.key) })}
          />
        ))}
      </ol>
      {!disabled && draft.fields.length < MOST_FIELDS && (
        <Button
          type="dashed"
          icon={<PlusOutlined aria-hidden />}
          onClick={() => set({ fields: [...draft.fields, { key: newKey(), what: 'reading:heartRate', path: '' }] })}
        >
          添加字段
        </Button>
      )}
    </div>
  );
}

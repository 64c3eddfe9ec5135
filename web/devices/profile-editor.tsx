/** The tables of a model or a device as one field of a form, for protocols that have them, and a sample to try them on. */
import { Alert, Form, Input, Tag } from 'antd';
import { useDeferredValue, useMemo, useState } from 'react';
import { alarmCodes, hasAlarmCodes } from '#contract/devices/alarm-codes.rules.ts';
import { hasItems } from '#contract/devices/device-profiles.rules.ts';
import { itemName, readSample, type Sample } from '#contract/devices/jt808-items.rules.ts';
import { readingText, readRule } from '#contract/devices/jt808-readings.rules.ts';
import { ItemLines } from './item-lines.tsx';
import { itemId, readDraft, ruleOf, toDraft, type ItemLine, type ProfileDraft } from './profile-drafts.ts';
import { AlarmLines } from './profile-tables.tsx';
import { UnreadItems } from './unread-items.tsx';
import './integrations.css';

const hexOf = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join(' ');

/** What a line reads of the sample; nothing without one, or while the line is not complete. */
function outcomeOf(line: ItemLine, { items }: Sample): string | undefined {
  const item = itemId(line.item);
  const rule = ruleOf(line);
  if (item === null || typeof rule === 'string') return undefined;
  const found = items.filter(({ id }) => itemName(id) === item);
  if (found.length === 0) return '这段内容里没有这个附加信息';
  const readings = found.map(({ value }) => readRule(rule, value));
  const unread = readings.indexOf(null);
  if (unread >= 0) return `附加信息有${found[unread]!.value.length}字节，与规则不符，读不到`;
  return `会读成：${readings.map((reading) => readingText(rule, reading!)).join('；')}`;
}

function Trial({ text, sample, onText }: { text: string; sample: Sample | null; onText: (text: string) => void }) {
  return (
    <div className="d-trial">
      <div>
        <label>
          <span className="d-note">试一试：粘贴一个附加信息（如 e1 04 48 7e 4e 61），或一条完整的位置信息汇报（7e 02 00 … 7e）</span>
          <Input.TextArea
            value={text}
            autoSize={{ minRows: 2, maxRows: 6 }}
            maxLength={5000}
            spellCheck={false}
            aria-label="试读内容"
            onChange={({ target }) => onText(target.value)}
          />
        </label>
      </div>
      {sample?.problem && <Alert type="warning" showIcon title={sample.problem} />}
      {sample && sample.items.length > 0 && (
        <div className="d-trial-result">
          <p>
            {sample.items.map(({ id, value }, index) => (
              // Items have no identity of their own.
              <Tag key={index}>
                {itemName(id)}：{hexOf(value.subarray(0, 16))}
                {value.length > 16 ? ' …' : ''}
              </Tag>
            ))}
          </p>
        </div>
      )}
    </div>
  );
}

interface Props {
  protocol: string;
  value?: ProfileDraft;
  onChange?: (draft: ProfileDraft) => void;
}

function ProfileEditor({ protocol, value, onChange }: Props) {
  const draft = value ?? toDraft();
  const [text, setText] = useState('');
  const deferred = useDeferredValue(text);
  const sample = useMemo(() => (deferred.trim() === '' ? null : readSample(deferred)), [deferred]);
  const { problems } = readDraft(protocol, draft);
  const outcomes = new Map(
    sample ? draft.items.flatMap((line) => [[line.key, outcomeOf(line, sample)] as const]).filter(([, said]) => said !== undefined) : [],
  );
  return (
    <div className="d-map">
      {hasAlarmCodes(protocol) && (
        <section className="d-map-part" aria-label="报警码对照">
          <h4>报警码对照</h4>
          <p className="d-note">
            只填与协议规定不同的{alarmCodes[protocol].word}；没有列出的按协议规定，协议里也没有的报“设备报警”。SOS求助不能设为不报警。
          </p>
          <AlarmLines
            protocol={protocol}
            lines={draft.alarms}
            problems={problems}
            onChange={(alarms) => onChange?.({ ...draft, alarms })}
          />
        </section>
      )}
      {hasItems(protocol) && (
        <section className="d-map-part" aria-label="附加信息项">
          <h4>附加信息项</h4>
          <p className="d-note">
            厂商在位置信息汇报里附加的内容：测量值、报警、听到的Wi-Fi、蓝牙信标和基站，高位在前；数值 = 读到的数 × 倍率 + 再加。
            在这里设置的ID只按这里读，不再按平台自带的规则读。比规则短的附加信息不会读出任何内容。
          </p>
          <ItemLines
            lines={draft.items}
            problems={problems}
            outcomes={outcomes as ReadonlyMap<number, string>}
            onChange={(items) => onChange?.({ ...draft, items })}
          />
          {draft.of && (
            <UnreadItems
              of={draft.of}
              lines={draft.items}
              onAdd={(line, wire) => {
                onChange?.({ ...draft, items: [...draft.items, line] });
                setText((now) => `${now}${now === '' ? '' : '\n'}${wire}`);
              }}
            />
          )}
          <Trial text={text} sample={sample} onText={setText} />
        </section>
      )}
      {problems.has(0) && <Alert type="error" showIcon title={problems.get(0)!} />}
    </div>
  );
}

/** The field `profileDraft` of a form; nothing for a protocol that has neither table. */
export function ProfileField({ protocol }: { protocol: string }) {
  if (!hasAlarmCodes(protocol) && !hasItems(protocol)) return null;
  const validator = (_rule: unknown, draft: ProfileDraft) => {
    const { problems } = readDraft(protocol, draft);
    const [first] = problems.values();
    return first === undefined ? Promise.resolve() : Promise.reject(new Error(first));
  };
  return (
    <Form.Item name="profileDraft" label="专用设置" className="y-form-wide d-map-item" rules={[{ validator }]} validateTrigger="onSubmit">
      <ProfileEditor protocol={protocol} />
    </Form.Item>
  );
}

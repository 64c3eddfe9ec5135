/**
 * 试一试: a message as the vendor sends it, and what would be recorded of it. In the
 * browser at once, on the server with the registered devices.
 */
import { Alert, Button, Empty, Input, Tag } from 'antd';
import { deviceIntegrations, LONGEST_SAMPLE, type IntegrationKind } from '#contract/devices/device-integrations.ts';
import type { Output } from '#contract/http.ts';
import { useCall, useSend } from '#web/api/call.ts';
import { readDraft, type MappingDraft } from './mapping-drafts.ts';
import { tryDraft } from './mapping-editor.tsx';
import { told } from '#contract/devices/mapped-texts.rules.ts';
import './devices.css';

type Tried = Output<typeof deviceIntegrations.try>;

interface Props {
  /** Null while it is new: nothing was received yet. */
  id: number | null;
  kind: IntegrationKind;
  draft: MappingDraft;
  sample: string;
  /** Of the template that was chosen last. */
  example: string | null;
  onSample: (text: string) => void;
}

/** JSON as one reads it; anything else as it is. */
function tidy(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

const SHOWN = 5;

function Local({ kind, draft, sample }: Pick<Props, 'kind' | 'draft' | 'sample'>) {
  const { result } = tryDraft(draft, sample, kind === 'mqtt');
  if (result === null) return null;
  if (typeof result === 'string') return <Alert type="error" showIcon title={result} />;
  const general = [...result.problems, ...result.records.flatMap(({ problems }) => problems.filter(({ field }) => field === null))];
  return (
    <div className="d-trial-result">
      {[...new Set(general.map(({ message }) => message))].slice(0, 4).map((message) => (
        <Alert key={message} type="warning" showIcon title={message} />
      ))}
      {result.records.slice(0, SHOWN).map((record, index) => (
        // Records have no identity of their own.
        <p key={index}>
          <b>第{index + 1}条</b>
          {record.device !== null && <Tag>{record.device}</Tag>}
          {record.events.length === 0
            ? '没有可记录的内容'
            : record.events.map((event) => <Tag key={`${event.field}${told(event)}`}>{told(event)}</Tag>)}
        </p>
      ))}
      {result.records.length > SHOWN && (
        <p className="d-note">
          共{result.records.length}条，这里显示前{SHOWN}条。
        </p>
      )}
    </div>
  );
}

function Remote({ tried }: { tried: Tried }) {
  return (
    <section className="d-trial-server" aria-label="服务器试算结果">
      <h4>服务器试算（没有记录任何数据）</h4>
      {tried.problems.map((problem) => (
        <Alert key={problem} type="warning" showIcon title={problem} />
      ))}
      {tried.records.map((record, index) => (
        <div key={index} className="d-trial-record">
          <p>
            <b>第{index + 1}条</b>
            {record.device === null ? null : record.known ? (
              <Tag color="success">{record.deviceName}</Tag>
            ) : (
              <Tag color="error">{record.device} 未登记</Tag>
            )}
            <time>{record.time}</time>
            {!record.ownTime && <Tag>按收到的时间</Tag>}
            {record.late && <Tag color="warning">补传</Tag>}
          </p>
          <p>{record.recorded.length === 0 ? '没有可记录的内容' : record.recorded.map(({ text }) => <Tag key={text}>{text}</Tag>)}</p>
          {record.problems.map(({ message }) => (
            <p key={message} className="d-trial-problem">
              {message}
            </p>
          ))}
        </div>
      ))}
    </section>
  );
}

export function MappingTrial({ id, kind, draft, sample, example, onSample }: Props) {
  const state = useCall(deviceIntegrations.state, { id: id ?? 0 }, { enabled: id !== null, quiet: true, gcTime: 0 });
  const remote = useSend(deviceIntegrations.try);
  const { mapping } = readDraft(draft);
  const received = state.data?.sample;
  return (
    <div className="d-trial">
      <div>
        <Input.TextArea
          value={sample}
          aria-label="报文"
          placeholder="粘贴厂商的一段报文：JSON，或 name=value&name=value"
          autoSize={{ minRows: 6, maxRows: 14 }}
          maxLength={LONGEST_SAMPLE}
          spellCheck={false}
          onChange={({ target }) => onSample(target.value)}
        />
        <div className="d-trial-buttons">
          {received && (
            <Button size="small" onClick={() => onSample(tidy(received))}>
              取最近收到的（{state.data?.sampleTime}）
            </Button>
          )}
          {example && (
            <Button size="small" onClick={() => onSample(example)}>
              用模板的示例
            </Button>
          )}
          <Button size="small" disabled={sample.trim() === ''} onClick={() => onSample(tidy(sample))}>
            整理格式
          </Button>
          <Button
            size="small"
            type="primary"
            disabled={sample.trim() === '' || !mapping}
            loading={remote.isPending}
            onClick={() => remote.mutate({ id, kind, mapping: mapping!, body: sample })}
          >
            在服务器上试算
          </Button>
        </div>
      </div>
      {sample.trim() === '' ? (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="粘贴一段报文，上面每个字段会立即显示记录成什么" />
      ) : (
        <Local kind={kind} draft={draft} sample={sample} />
      )}
      {remote.data && <Remote tried={remote.data} />}
    </div>
  );
}

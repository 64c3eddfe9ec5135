/** 参数管理 as settings: by topic, each with its meaning, its bounds and the control that fits. A topic is saved as a whole or not at all. */
import { Alert, Button, Empty, Skeleton, Tag } from 'antd';
import { useMemo, useState } from 'react';
import { parameters } from '#contract/system/parameters.ts';
import { valueText } from '#contract/system/known-parameters.ts';
import { useCall, useSend } from '#web/api/call.ts';
import { refreshTitle } from '#web/api/system-title.ts';
import { useMay } from '#web/ui/may.ts';
import { useUnsaved } from '#web/ui/unsaved.ts';
import { SearchInput } from '#web/ui/search-input.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { ParameterControl } from './parameter-value.tsx';
import {
  boundsOf,
  changesOf,
  knownOf,
  problemOf,
  settingGroups,
  titleOf,
  topicTitles,
  valueOf,
  type Edits,
  type Setting,
  type SettingGroup,
} from './setting-topics.ts';
import './parameter-settings.css';

interface RowProps {
  setting: Setting;
  edits: Edits;
  disabled: boolean;
  onEdit: (key: string, value: string) => void;
}

function Row({ setting, edits, disabled, onEdit }: RowProps) {
  const { publicKey, publicValue, defaultValue } = setting;
  const value = valueOf(setting, edits);
  const problem = problemOf(setting, edits);
  const [title, id] = [titleOf(setting), `setting-${publicKey}`];
  const bounds = boundsOf(publicKey);
  const given = defaultValue === null ? null : `默认${valueText(publicKey, defaultValue)}`;
  return (
    <section className="m-setting" aria-label={title} data-edited={value !== publicValue || undefined}>
      <div>
        <h4>
          {title}
          {defaultValue !== null && defaultValue !== value && <Tag color="gold">已改</Tag>}
        </h4>
        <p>{knownOf(publicKey)?.hint ?? '机构自建的参数。'}</p>
        <p className="m-setting-facts">
          <code className="m-code">{publicKey}</code>
          {[bounds, given].filter(Boolean).join('，')}
        </p>
      </div>
      <div className="m-setting-value">
        <ParameterControl
          name={publicKey}
          value={value}
          disabled={disabled}
          label={title}
          describedBy={problem ? id : undefined}
          onChange={(text) => onEdit(publicKey, text)}
        />
        {problem && (
          <p id={id} className="m-setting-problem" role="alert">
            {problem}
          </p>
        )}
        {defaultValue !== null && defaultValue !== value && !disabled && (
          <Button type="link" size="small" aria-label={`${title}恢复默认`} onClick={() => onEdit(publicKey, defaultValue)}>
            恢复默认
          </Button>
        )}
      </div>
    </section>
  );
}

interface GroupProps {
  group: SettingGroup;
  edits: Edits;
  onEdit: (key: string, value: string) => void;
  /** Forgets what was typed here. */
  onDrop: (keys: readonly string[]) => void;
}

function Group({ group: { topic, settings }, edits, onEdit, onDrop }: GroupProps) {
  const may = useMay();
  const [outrun, setOutrun] = useState<string | null>(null);
  const changes = changesOf(settings, edits);
  const keys = changes.map(({ publicKey }) => publicKey);
  const isWrong = settings.some((one) => keys.includes(one.publicKey) && problemOf(one, edits) !== null);
  const send = useSend(parameters.save, {
    changes: [parameters.page, parameters.settings, parameters.get, parameters.publicValue],
    onSuccess: () => {
      setOutrun(null);
      if (keys.includes('SYSTEM_TITLE')) void refreshTitle();
      onDrop(keys);
    },
    onError: ({ status, message }) => setOutrun(status === 409 ? message : null),
  });
  const title = topicTitles[topic];
  const mayEdit = (one: Setting) => may(parameters.save) && (one.version !== null || may(parameters.create));
  return (
    <section className="m-settings-group" id={`topic-${topic}`} aria-label={title}>
      <h3>{title}</h3>
      {settings.map((one) => (
        <Row key={one.publicKey} setting={one} edits={edits} disabled={!mayEdit(one) || send.isPending} onEdit={onEdit} />
      ))}
      {outrun && <Alert type="warning" showIcon title={outrun} className="m-settings-outrun" />}
      {changes.length > 0 && (
        <div className="m-settings-foot">
          <span role="status">{changes.length} 项未保存</span>
          <Button disabled={send.isPending} onClick={() => onDrop(keys)}>
            放弃
          </Button>
          <Button type="primary" disabled={isWrong} loading={send.isPending} onClick={() => send.mutate({ changes })}>
            保存{title}
          </Button>
        </div>
      )}
    </section>
  );
}

export default function ParameterSettings() {
  const query = useCall(parameters.settings, {}, { quiet: true });
  const [words, setWords] = useState('');
  const [edits, setEdits] = useState<Edits>({});
  const all = useMemo(() => query.data ?? [], [query.data]);
  const groups = useMemo(() => settingGroups(all, words), [all, words]);
  useUnsaved(true, () => changesOf(all, edits).length > 0);
  const edit = (key: string, value: string) => setEdits((now) => ({ ...now, [key]: value }));
  const drop = (keys: readonly string[]) =>
    setEdits((now) => Object.fromEntries(Object.entries(now).filter(([key]) => !keys.includes(key))));
  if (query.isError && !query.data) return <LoadFailed title={query.error.message} onAgain={() => void query.refetch()} />;
  if (!query.data) return <Skeleton active paragraph={{ rows: 12 }} />;
  return (
    <div className="m-settings">
      <nav className="m-settings-nav" aria-label="参数分类">
        <SearchInput label="搜索参数" value={words} onChange={setWords} />
        {groups.map(({ topic, settings }) => (
          <Button
            key={topic}
            type="text"
            onClick={() => document.getElementById(`topic-${topic}`)?.scrollIntoView({ block: 'start', behavior: 'smooth' })}
          >
            <span>{topicTitles[topic]}</span>
            <small>{settings.length}</small>
          </Button>
        ))}
      </nav>
      <div className="m-settings-body">
        {groups.length === 0 && <Empty description={words.trim() ? '没有符合的参数' : '暂无参数'} />}
        {groups.map((group) => (
          <Group key={group.topic} group={group} edits={edits} onEdit={edit} onDrop={drop} />
        ))}
      </div>
    </div>
  );
}

/** /questionnaire/template 问卷模板: those of the platform and those of the institution, to look at and to begin from. */
import { Button, Empty, Pagination, Radio, Skeleton, Tag } from 'antd';
import { useDeferredValue, useState } from 'react';
import { useSearchParams } from 'react-router';
import { labelText } from '#contract/questionnaires/item-types.rules.ts';
import { CATEGORY_DICTIONARY, questionnaireTemplates as routes } from '#contract/questionnaires/questionnaire-templates.ts';
import type { QuestionnaireTemplate } from '#contract/questionnaires/questionnaire-templates.ts';
import { PLATFORM } from '#contract/tenants/tenants.ts';
import { useCall, useSend } from '#web/api/call.ts';
import { session } from '#web/api/session.ts';
import { go } from '#web/shell/go.ts';
import { DictionaryTag } from '#web/ui/dictionary-tag.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { useMay } from '#web/ui/may.ts';
import { useRemoval } from '#web/ui/removal.tsx';
import { RowActions, type RowAction } from '#web/ui/row-actions.tsx';
import { SearchInput } from '#web/ui/search-input.tsx';
import { RenameDialog } from './template-dialogs.tsx';
import { useTemplateUse } from './template-use.ts';
import './templates.css';

const SIZE = 12;
const changes = [routes.page, routes.tenantPage, routes.details];

interface CardProps {
  template: QuestionnaireTemplate;
  /** Of the institution itself. */
  own: boolean;
  onRename: () => void;
  onRemove: () => void;
}

function Card({ template, own, onRename, onRemove }: CardProps) {
  const may = useMay();
  const use = useTemplateUse();
  const share = useSend(routes.share, { changes });
  const { key, name, describe, version, shared } = template;
  const ofPlatform = session.getState().user?.tenantId === PLATFORM;
  const edits = own && may(routes.rename);
  const actions: RowAction[] = [
    { label: '预览', onClick: () => go(`/questionnaire/template/preview?key=${key}`) },
    { label: '修改', onClick: onRename, when: edits, menu: true },
    {
      label: shared ? '取消共享' : '共享给所有机构',
      confirm: shared ? '取消后其他机构不再看到此模板，确定取消共享吗？' : '所有机构都能看到并使用此模板，确定共享吗？',
      onClick: () => share.mutate({ key, version, shared: !shared }),
      when: edits && ofPlatform,
      menu: true,
    },
    {
      label: '删除',
      danger: true,
      onClick: onRemove,
      when: edits && may(routes.remove),
      menu: true,
    },
  ];
  return (
    <article className="y-template" aria-label={name}>
      <header>
        <h2>{name}</h2>
        {own && shared && <Tag color="processing">已共享</Tag>}
      </header>
      <p className="y-template-facts">
        <DictionaryTag type={CATEGORY_DICTIONARY} value={template.categoryId} /> · {template.itemCount} 题 · 使用 {template.likeCount} 次
      </p>
      <p className="y-template-words">{labelText(describe) || '没有说明'}</p>
      <footer>
        {may(routes.use) && (
          <Button type="primary" size="small" loading={use.isPending} onClick={() => use.mutate({ key })}>
            使用
          </Button>
        )}
        <RowActions actions={actions} />
      </footer>
    </article>
  );
}

export default function Templates() {
  const [params, setParams] = useSearchParams();
  const whose = params.get('tab') === 'own' ? 'own' : 'shared';
  const [type, setType] = useState(0);
  const [words, setWords] = useState('');
  const [current, setCurrent] = useState(1);
  const [renamed, setRenamed] = useState<QuestionnaireTemplate | null>(null);
  const { openRemoval, bin, parts } = useRemoval(routes, '问卷模板');
  const name = useDeferredValue(words.trim());
  const types = useCall(routes.types, {}, { quiet: true });
  const input = { current, size: SIZE, ...(name ? { name } : {}), ...(type ? { type } : {}) };
  const { data, isError, error, refetch } = useCall(whose === 'own' ? routes.tenantPage : routes.page, input, {
    quiet: true,
    placeholderData: (before) => before,
  });
  const first =
    <T,>(set: (value: T) => void) =>
    (value: T) => {
      set(value);
      setCurrent(1);
    };
  const chooseWhose = first((tab: 'shared' | 'own') => setParams({ tab }));
  const chooseType = first(setType);
  const filtered = name !== '' || type !== 0;
  return (
    <div className="y-templates">
      <div className="y-templates-bar">
        <Radio.Group
          aria-label="模板来源"
          optionType="button"
          value={whose}
          onChange={({ target }) => chooseWhose(target.value as 'shared' | 'own')}
          options={[
            { value: 'shared', label: '公共模板' },
            { value: 'own', label: '本机构模板' },
          ]}
        />
        <Radio.Group
          aria-label="分类"
          optionType="button"
          value={type}
          onChange={({ target }) => chooseType(target.value as number)}
          options={[{ value: 0, label: '全部' }, ...(types.data ?? []).map(({ id, name: label }) => ({ value: id, label }))]}
        />
        <SearchInput label="搜索模板名称" value={words} onChange={first(setWords)} />
        {whose === 'own' && bin}
      </div>
      {isError && <LoadFailed title={error.message} onAgain={() => void refetch()} />}
      {!data && !isError && <Skeleton active />}
      {data && data.records.length === 0 && (
        <Empty
          description={
            filtered
              ? '没有符合条件的模板'
              : whose === 'own'
                ? '还没有模板。在问卷管理的“更多”里选择“存为模板”即可添加。'
                : '平台还没有共享模板'
          }
        />
      )}
      <div className="y-templates-cards">
        {data?.records.map((template) => (
          <Card
            key={template.key}
            template={template}
            own={whose === 'own'}
            onRename={() => setRenamed(template)}
            onRemove={() => openRemoval({ id: template.id, key: template.key }, { version: template.version })}
          />
        ))}
      </div>
      {data && data.total > SIZE && (
        <Pagination current={current} pageSize={SIZE} total={data.total} showSizeChanger={false} onChange={setCurrent} />
      )}
      {parts}
      {renamed && <RenameDialog template={renamed} onClose={() => setRenamed(null)} />}
    </div>
  );
}

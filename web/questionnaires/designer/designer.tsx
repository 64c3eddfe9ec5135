/** /questionnaire/form?key=…&tab=…: one questionnaire is designed; `/questionnaire/form/{tab}?key=…` leads here too. */
import { CheckCircleOutlined, ExclamationCircleOutlined, SyncOutlined } from '@ant-design/icons';
import { useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Result, Skeleton, Tabs } from 'antd';
import { Suspense, useEffect, useState } from 'react';
import { Navigate, useParams, useSearchParams } from 'react-router';
import { useStore } from 'zustand';
import type { EventName } from '#contract/events.ts';
import { questionnaireItems } from '#contract/questionnaires/questionnaire-items.ts';
import { questionnaires } from '#contract/questionnaires/questionnaires.ts';
import { keyOf } from '#web/api/call.ts';
import { designAddress } from '#web/shell/addresses.ts';
import { onRealtime } from '#web/shell/realtime.ts';
import { useTab, useTabLabel } from '#web/shell/tab-context.ts';
import { useMay } from '#web/ui/may.ts';
import { useUnsaved } from '#web/ui/unsaved.ts';
import { NotNamed } from '../not-named.tsx';
import { QuestionnaireState } from '../questionnaire-state.tsx';
import { createDesign } from './design.ts';
import { DesignContext, useDesign, useDesigning } from './design-context.ts';
import { Overtaken } from './overtaken.tsx';
import { designerParts } from './parts.ts';
import { PublishButtons } from './publish-buttons.tsx';
import './designer.css';
import './properties.css';
import './pages.css';

const CHANGED = 'questionnaire.changed' satisfies EventName;

/** 已保存, 保存中, or why not and how to try again. */
function SaveState() {
  const { flush } = useDesigning();
  const saving = useDesign((design) => design.saving);
  const failure = useDesign((design) => design.failure);
  const waits = useDesign(({ overtaken }) => overtaken === 'waits');
  const unsaved = useDesign(({ refused }) => Object.keys(refused).length);
  if (waits)
    return (
      <span className="q-save" role="status" data-state="failed">
        <ExclamationCircleOutlined aria-hidden /> 您的修改未保存
      </span>
    );
  if (saving === 'failed')
    return (
      <span className="q-save" role="status" data-state="failed">
        <ExclamationCircleOutlined aria-hidden /> 保存失败：{failure}
        <Button type="link" size="small" onClick={() => void flush()}>
          重试
        </Button>
      </span>
    );
  if (saving === 'saved' && unsaved > 0)
    return (
      <span className="q-save" role="status" data-state="failed">
        <ExclamationCircleOutlined aria-hidden /> {unsaved}处未保存，请按提示修改
      </span>
    );
  return (
    <span className="q-save" role="status">
      {saving === 'saved' ? <CheckCircleOutlined aria-hidden /> : <SyncOutlined aria-hidden />} {saving === 'saved' ? '已保存' : '保存中'}
    </span>
  );
}

function Frame({ questionnaireKey, part, onPart }: { questionnaireKey: string; part: string | null; onPart: (key: string) => void }) {
  const may = useMay();
  const project = useDesign((design) => design.project)!;
  const name = useDesign((design) => design.draft.name);
  const saving = useDesign((design) => design.saving);
  const failure = useDesign((design) => design.failure);
  const shown = designerParts.filter(({ when }) => may(when));
  useTabLabel(name);
  return (
    <div className="q-designer">
      <header className="q-head">
        <h2>{name || '（未命名）'}</h2>
        <QuestionnaireState value={project.status} />
        <SaveState />
        <PublishButtons />
      </header>
      <Overtaken />
      {failure && saving === 'saved' && <Alert type="error" showIcon title={failure} />}
      <Tabs
        activeKey={shown.find(({ key }) => key === part)?.key ?? shown[0]?.key ?? ''}
        onChange={onPart}
        destroyOnHidden
        items={shown.map(({ key, label, Page }) => ({
          key,
          label,
          children: (
            <Suspense fallback={<Skeleton active paragraph={{ rows: 8 }} />}>
              <Page questionnaireKey={questionnaireKey} />
            </Suspense>
          ),
        }))}
      />
    </div>
  );
}

function Designer({ questionnaireKey }: { questionnaireKey: string }) {
  const client = useQueryClient();
  const tab = useTab();
  const [params, setParams] = useSearchParams();
  const [designing] = useState(() => createDesign(questionnaireKey));
  const { store, load, flush, hear, look, isSaved } = designing;
  const loaded = useStore(store, ({ project }) => project !== null);
  const unread = useStore(store, (design) => design.unread);
  useUnsaved(true, () => !isSaved());

  useEffect(() => {
    const { project } = store.getState();
    // A page that comes back from the background has heard nothing meanwhile.
    void (project ? look() : load());
    return onRealtime(({ type, questionnaireId, revision }) => {
      if (type === 'resync') void look();
      else if (type === CHANGED && questionnaireId === store.getState().project?.id) void hear(Number(revision));
    });
  }, [store, load, look, hear]);
  useEffect(() => {
    const stop = store.subscribe((now, before) => {
      // Lists and pages of other tabs show it too.
      if (now.saving === 'saved' && before.saving !== 'saved')
        for (const route of [questionnaires.page, questionnaires.details, questionnaireItems.list])
          void client.invalidateQueries({ queryKey: keyOf(route) });
    });
    return () => {
      stop();
      // What was typed last is sent when the page is left.
      void flush();
    };
  }, [store, client, flush]);

  if (unread)
    return (
      <Result
        status="warning"
        title={unread}
        extra={[
          <Button key="again" type="primary" onClick={() => void load()}>
            重试
          </Button>,
          <Button key="back" onClick={tab.close}>
            返回
          </Button>,
        ]}
      />
    );
  if (!loaded) return <Skeleton active className="y-page-loading" paragraph={{ rows: 8 }} />;
  // Each part is a step of the browser's history: back leads to the one before.
  const show = (part: string) => setParams({ key: questionnaireKey, tab: part });
  return (
    <DesignContext value={designing}>
      <Frame questionnaireKey={questionnaireKey} part={params.get('tab')} onPart={show} />
    </DesignContext>
  );
}

export default function DesignerPage() {
  const { part } = useParams();
  const [params] = useSearchParams();
  const tab = useTab();
  const key = params.get('key');
  if (!key) return <NotNamed noun="问卷" onBack={tab.close} />;
  if (part) return <Navigate to={designAddress(key, part)} replace />;
  return <Designer key={key} questionnaireKey={key} />;
}

/** The draft of a flow, edited: saved when it is asked for, published when it is right. */
import { ArrowLeftOutlined, RedoOutlined, UndoOutlined } from '@ant-design/icons';
import { useQueryClient } from '@tanstack/react-query';
import { Alert, App, Button, Input, Tabs } from 'antd';
import { Suspense, useState, type KeyboardEvent } from 'react';
import { approvalDefinitionLabels } from '#contract/approvals/approval-definitions.labels.ts';
import { approvalDefinitions } from '#contract/approvals/approval-definitions.ts';
import { approvalKinds } from '#contract/approvals/approval-kinds.ts';
import { titleOf } from '#contract/labels.ts';
import { keyOf, useSend } from '#web/api/call.ts';
import { go } from '#web/shell/go.ts';
import { lazyPart } from '#web/shell/lazy-part.ts';
import { useMay } from '#web/ui/may.ts';
import { useUnsaved } from '#web/ui/unsaved.ts';
import { DEFINITIONS, FlowTags } from './approval-tags.tsx';
import { FlowDiagram } from './flow-diagram.tsx';
import { draftOf, sendable, type Definition, type Draft } from './flow-draft.ts';
import { useFlowNames } from './flow-names.ts';
import { FlowTrial } from './flow-trial.tsx';
import { FlowVersions } from './flow-versions.tsx';
import { FormFieldList } from './form-field-list.tsx';
import { StepList } from './step-list.tsx';
import { useFlowDraft, useFlowPreview } from './use-flow-draft.ts';
import './approvals.css';
import './designer.css';

const FlowEditor = lazyPart(() => import('./flow-editor.tsx'));

const isDrawn = (draft: Draft): draft is Draft & { diagram: string } => draft.diagram !== null;

interface Props {
  definition: Definition;
  onReload: () => Promise<{ data?: Definition | undefined }>;
}

export function FlowDesigner({ definition, onReload }: Props) {
  const { modal } = App.useApp();
  const client = useQueryClient();
  const edits = useMay()(approvalDefinitions.update);
  const flow = useFlowDraft(definition);
  const { draft, change } = flow;
  const { id, kind, enabled, published, running } = definition;
  const preview = useFlowPreview(definition, draft);
  const names = useFlowNames(draft.steps);
  const [selected, setSelected] = useState<string | null>(null);
  const [tab, setTab] = useState(() => (isDrawn(draft) ? 'drawn' : 'list'));
  const [open, setOpen] = useState<'trial' | 'versions' | null>(null);
  const [stale, setStale] = useState(false);
  useUnsaved(edits, flow.isDirty);

  const save = useSend(approvalDefinitions.update, {
    changes: [approvalDefinitions.list],
    onSuccess: (kept, sent) => {
      client.setQueryData(keyOf(approvalDefinitions.get, { id }), kept);
      flow.markSaved({ ...draft, ...sent } as Draft);
    },
    onError: ({ status }) => setStale(status === 409),
  });
  const publish = useSend(approvalDefinitions.publish, {
    changes: [approvalDefinitions.list, approvalDefinitions.get, approvalDefinitions.versions],
  });
  const saving = () => save.mutateAsync({ id, version: definition.version, ...sendable(draft) });
  const askPublish = () =>
    void modal.confirm({
      title: `发布“${draft.name}”？`,
      content: `发布后，新的申请按此流程审批。${running > 0 ? `审批中的${running}个申请仍按提交时的版本走完。` : ''}`,
      okText: '发布',
      cancelText: '取消',
      onOk: async () => {
        try {
          const kept = flow.isDirty() ? await saving() : definition;
          await publish.mutateAsync({ id, version: kept.version });
        } catch {
          // The call has said why.
        }
      },
    });
  const reload = async () => {
    const { data } = await onReload();
    if (!data) return;
    change(draftOf(data));
    flow.markSaved(draftOf(data));
    setStale(false);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || !edits) return;
    const key = event.key.toLowerCase();
    const step = key === 'z' && !event.shiftKey ? flow.undo : key === 'y' || key === 'z' ? flow.redo : undefined;
    if (step === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    step?.();
  };
  const draw = () => {
    if (preview.drawn === null) return;
    change({ diagram: preview.drawn, steps: draft.steps.map((step) => ({ ...step, condition: null })) });
    setTab('drawn');
  };
  const askList = () =>
    void modal.confirm({
      title: '改回步骤列表？',
      content: '流程图和连线上的条件将被放弃，步骤和审批人保留，从左到右依次审批。',
      okText: '改回步骤列表',
      okButtonProps: { danger: true },
      cancelText: '取消',
      onOk: () => {
        change({ diagram: null });
        setTab('list');
      },
    });
  const drawing = preview.drawn && (
    <FlowDiagram
      xml={preview.drawn}
      label={`${draft.name}的流程图`}
      selected={selected}
      onPick={(one) => setSelected(draft.steps.some((step) => step.id === one) ? one : null)}
    />
  );
  return (
    <article className="ap-page" onKeyDownCapture={onKeyDown}>
      <header className="ap-head">
        <Button type="text" icon={<ArrowLeftOutlined aria-hidden />} onClick={() => go(DEFINITIONS)}>
          返回
        </Button>
        <h1>{draft.name || approvalKinds[kind].label}</h1>
        <FlowTags enabled={enabled} published={published} changed={definition.changed || flow.isDirty()} />
        <div className="ap-buttons ap-head-buttons">
          {published !== null && <Button onClick={() => setOpen('versions')}>历史版本</Button>}
          {edits && (
            <>
              <Button
                icon={<UndoOutlined aria-hidden />}
                aria-label="撤销"
                title="撤销 Ctrl+Z"
                disabled={!flow.undo}
                onClick={() => flow.undo?.()}
              />
              <Button
                icon={<RedoOutlined aria-hidden />}
                aria-label="重做"
                title="重做 Ctrl+Y"
                disabled={!flow.redo}
                onClick={() => flow.redo?.()}
              />
              <Button onClick={() => setOpen('trial')}>试算</Button>
              <Button loading={save.isPending} disabled={!flow.isDirty()} onClick={() => void saving().catch(() => {})}>
                保存草稿
              </Button>
              <Button type="primary" loading={publish.isPending} disabled={preview.problem !== null} onClick={askPublish}>
                发布
              </Button>
            </>
          )}
        </div>
      </header>
      {stale && (
        <Alert
          type="warning"
          showIcon
          title="流程已被他人修改，您的修改没有保存"
          action={
            <Button size="small" onClick={() => void reload()}>
              载入最新内容
            </Button>
          }
        />
      )}
      {preview.problem && <Alert type="warning" showIcon title={`还不能发布：${preview.problem}`} />}
      <div className="ap-design" data-drawn={isDrawn(draft) || undefined}>
        <fieldset className="ap-left" disabled={!edits}>
          <legend className="y-unseen">流程设置</legend>
          <section className="ap-card ap-about" aria-label="流程名称与说明">
            <Input
              aria-label={titleOf(approvalDefinitionLabels, 'name')}
              value={draft.name}
              maxLength={30}
              onChange={({ target }) => change({ name: target.value }, 'name')}
            />
            <Input.TextArea
              aria-label={titleOf(approvalDefinitionLabels, 'description')}
              placeholder="说明：申请人选择流程时看到"
              value={draft.description}
              maxLength={200}
              autoSize={{ minRows: 1, maxRows: 4 }}
              onChange={({ target }) => change({ description: target.value }, 'description')}
            />
          </section>
          {kind === 'general' && (
            <FormFieldList fields={draft.fields} steps={draft.steps} onChange={(fields, what) => change({ fields }, what)} />
          )}
          {!isDrawn(draft) && (
            <StepList
              kind={kind}
              draft={draft}
              names={names}
              selected={selected}
              onSelect={setSelected}
              onChange={(steps, what) => change({ steps }, what)}
            />
          )}
        </fieldset>
        <div className="ap-card ap-right">
          <Tabs
            activeKey={tab}
            onChange={setTab}
            destroyOnHidden
            items={[
              { key: 'list', label: '流程图', children: drawing || <p className="ap-hint">步骤设置完整后画出流程图。</p> },
              {
                key: 'drawn',
                label: '专业模式',
                children: isDrawn(draft) ? (
                  <>
                    <p className="ap-hint">
                      流程由流程图决定。{' '}
                      {edits && (
                        <Button type="link" size="small" onClick={askList}>
                          改回步骤列表
                        </Button>
                      )}
                    </p>
                    <Suspense fallback={null}>
                      <FlowEditor kind={kind} draft={draft} onChange={change} />
                    </Suspense>
                  </>
                ) : (
                  <div className="ap-professional">
                    <p>直接画 BPMN 流程图：可以并行审批、退回循环、按条件走不同的分支。适合熟悉流程图的人员。</p>
                    <p>步骤上的条件会变成连线上的条件，以后也可以改回步骤列表。</p>
                    <Button disabled={!edits || preview.drawn === null} onClick={draw}>
                      改用流程图设计
                    </Button>
                  </div>
                ),
              },
            ]}
          />
        </div>
      </div>
      {open === 'trial' && <FlowTrial kind={kind} draft={draft} onClose={() => setOpen(null)} />}
      {open === 'versions' && <FlowVersions id={id} onClose={() => setOpen(null)} />}
    </article>
  );
}

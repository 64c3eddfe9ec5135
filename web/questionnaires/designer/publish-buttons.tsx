/** Publishes and stops the questionnaire that is designed. */
import { Button } from 'antd';
import { useMemo } from 'react';
import { labelText } from '#contract/questionnaires/item-types.rules.ts';
import { troublesOf } from '#contract/questionnaires/logic-summary.rules.ts';
import { questionnaires as routes, questionnaireStatus as status } from '#contract/questionnaires/questionnaires.ts';
import { useSend } from '#web/api/call.ts';
import { showMessage } from '#web/api/messages.ts';
import { Confirm } from '#web/ui/confirm.tsx';
import { useMay } from '#web/ui/may.ts';
import { useDesign, useDesigning, useFollowingItems, useProject } from './design-context.ts';

export function PublishButtons() {
  const may = useMay();
  const designing = useDesigning();
  const project = useProject();
  const saving = useDesign((design) => design.saving);
  const items = useFollowingItems();
  const rules = useDesign(({ draft }) => draft.rules);
  const troubled = useMemo(() => rules.filter((rule) => troublesOf(rule, items).length > 0).length, [rules, items]);
  const changes = [routes.page];
  const failed = { onError: ({ status: code }: { status: number }) => void (code === 409 && designing.overtake()) };
  const publish = useSend(routes.publish, { changes, onSuccess: () => designing.stands(status.published), ...failed });
  const stop = useSend(routes.stop, { changes, onSuccess: () => designing.stands(status.stopped), ...failed });
  if (!may(routes.publish)) return null;
  const { key, version } = project;
  const begin = () => {
    const now = designing.store.getState().draft.items;
    if (!designing.isSaved()) return showMessage('warning', '还有内容没有保存，请保存后再发布');
    if (!now.some(({ displayType, label }) => !displayType && labelText(label) !== ''))
      return showMessage('warning', '无有效表单项，无法发布');
    publish.mutate({ key, version });
  };
  const button = (
    <Button type="primary" loading={publish.isPending} disabled={saving === 'saving'} onClick={begin}>
      {project.status === status.stopped ? '重新发布' : '发布问卷'}
    </Button>
  );
  if (project.status !== status.published && troubled > 0)
    return (
      <Confirm
        title={`有${troubled}条逻辑没有写完或不会成立，仍要发布吗？`}
        description="条件不成立的题目不会显示。请到“逻辑”中查看带提示的题目。"
        okText="仍要发布"
        onConfirm={begin}
      >
        {button}
      </Confirm>
    );
  return project.status === status.published ? (
    <Confirm title="停止后不能再填写，确定停止吗？" okButtonProps={{ danger: true }} onConfirm={() => stop.mutate({ key, version })}>
      <Button danger loading={stop.isPending} disabled={saving === 'saving'}>
        停止收集
      </Button>
    </Confirm>
  ) : (
    button
  );
}

/**
 * Which questionnaires a service project asks for: bound, put in order, 默认 or 必填. `<ProjectBindings serverProjectId={id} />` saves itself.
 */
import { PlusOutlined } from '@ant-design/icons';
import { Button, Empty, Skeleton, Switch, Tag } from 'antd';
import { useState } from 'react';
import { MOST_BOUND, projectQuestionnaires, type BoundQuestionnaire } from '#contract/questionnaires/project-questionnaires.ts';
import { questionnaireStatus, questionnaireStatusLabels } from '#contract/questionnaires/questionnaires.ts';
import { useCall, useSend } from '#web/api/call.ts';
import { SideDrawer } from '#web/ui/drawer.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { useMay } from '#web/ui/may.ts';
import { SortableList } from '#web/ui/sortable-list.tsx';
import { QuestionnairePicker } from './questionnaire-picker.tsx';
import './questionnaires.css';

interface RowProps {
  one: BoundQuestionnaire;
  disabled: boolean;
  onChange: (change: Partial<BoundQuestionnaire>) => void;
  onRemove: () => void;
}

function BindingRow({ one, disabled, onChange, onRemove }: RowProps) {
  return (
    <span className="y-bindings-row">
      <span>
        {one.name}{' '}
        {one.status !== questionnaireStatus.published && <Tag color="warning">{questionnaireStatusLabels[one.status]}，不再使用</Tag>}
      </span>
      <label>
        默认{' '}
        <Switch
          size="small"
          checked={one.isDefault || one.required}
          disabled={disabled || one.required}
          aria-label={`${one.name}默认`}
          onChange={(isDefault) => onChange({ isDefault })}
        />
      </label>
      <label>
        必填{' '}
        <Switch
          size="small"
          checked={one.required}
          disabled={disabled}
          aria-label={`${one.name}必填`}
          onChange={(required) => onChange({ required })}
        />
      </label>
      {!disabled && (
        <Button type="link" size="small" danger onClick={onRemove} aria-label={`解除绑定${one.name}`}>
          解除绑定
        </Button>
      )}
    </span>
  );
}

interface Props {
  serverProjectId: number;
  onSaved?: () => void;
}

function Loaded({ serverProjectId, bound, onSaved }: Props & { bound: readonly BoundQuestionnaire[] }) {
  const disabled = !useMay()(projectQuestionnaires.bind);
  const [list, setList] = useState<readonly BoundQuestionnaire[]>(bound);
  const [picking, setPicking] = useState(false);
  const all = useCall(projectQuestionnaires.list, {}, { quiet: true, enabled: !disabled });
  const save = useSend(projectQuestionnaires.bind, {
    changes: [projectQuestionnaires.list, projectQuestionnaires.page],
    ...(onSaved ? { onSuccess: onSaved } : {}),
  });
  const has = (id: number) => list.some(({ questionId }) => questionId === id);
  const changed = JSON.stringify(list) !== JSON.stringify(bound);
  return (
    <div className="y-bindings">
      {list.length === 0 ? (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="未绑定问卷" />
      ) : (
        <SortableList
          items={list}
          keyOf={({ questionId }) => String(questionId)}
          labelOf={({ name }) => name}
          onChange={setList}
          render={(one) => (
            <BindingRow
              one={one}
              disabled={disabled}
              onChange={(change) => setList(list.map((other) => (other === one ? { ...one, ...change } : other)))}
              onRemove={() => setList(list.filter((other) => other !== one))}
            />
          )}
        />
      )}
      {!disabled && (
        <div className="y-sheet-buttons">
          <Button icon={<PlusOutlined aria-hidden />} disabled={list.length >= MOST_BOUND} onClick={() => setPicking(true)}>
            选择问卷
          </Button>
          <Button
            type="primary"
            disabled={!changed}
            loading={save.isPending}
            onClick={() =>
              save.mutate({
                serverProjectId,
                questionList: list.map(({ questionId, isDefault, required }) => ({ questionId, isDefault, required })),
                expected: bound.map(({ questionId }) => questionId),
              })
            }
          >
            保存问卷
          </Button>
        </div>
      )}
      <QuestionnairePicker
        open={picking}
        serverProjectId={serverProjectId}
        allowed={(all.data ?? []).map(({ questionId }) => questionId).filter((id) => !has(id))}
        onClose={() => setPicking(false)}
        onPick={({ id, key, name, status }) =>
          setList([...list, { questionId: id, serverProjectId, key, name, status, isDefault: true, required: false }])
        }
      />
    </div>
  );
}

export function ProjectBindings({ serverProjectId, onSaved }: Props) {
  const query = useCall(projectQuestionnaires.list, { serverProjectId, withStopped: true }, { quiet: true });
  if (query.isError) return <LoadFailed title={query.error.message} onAgain={() => void query.refetch()} />;
  if (!query.data) return <Skeleton active paragraph={{ rows: 3 }} />;
  // What somebody else has bound meanwhile replaces what is shown.
  return (
    <Loaded
      key={query.data.map(({ questionId, isDefault, required }) => `${questionId}${isDefault}${required}`).join()}
      serverProjectId={serverProjectId}
      bound={query.data}
      {...(onSaved ? { onSaved } : {})}
    />
  );
}

interface DrawerProps {
  project: { id: number; name: string };
  onClose: () => void;
}

/** The same behind a row action of the list of service projects. */
export function ProjectBindingsDrawer({ project, onClose }: DrawerProps) {
  return (
    <SideDrawer title={`绑定问卷：${project.name}`} open size="small" onClose={onClose}>
      <p className="y-sheet-describe">默认的问卷随新工单的服务一起下达，必填的问卷未完成时服务不能签退。</p>
      <ProjectBindings serverProjectId={project.id} />
    </SideDrawer>
  );
}

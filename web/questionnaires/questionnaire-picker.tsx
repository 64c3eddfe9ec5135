/** Picks a questionnaire of a service project: 问卷. Those that the project does not ask for are shown and cannot be picked. */
import { useMemo } from 'react';
import { projectQuestionnaires } from '#contract/questionnaires/project-questionnaires.ts';
import { titled } from '#contract/labels.ts';
import { questionnaireLabels } from '#contract/questionnaires/questionnaires.labels.ts';
import type { Column } from '#web/ui/columns.ts';
import type { RowOf } from '#web/ui/data-table.tsx';
import { PickerDrawer, type PickerProps } from '#web/ui/picker-drawer.tsx';

export type PickableQuestionnaire = RowOf<typeof projectQuestionnaires.page>;

const columns: Column<PickableQuestionnaire>[] = titled(questionnaireLabels, [
  { key: 'name', width: 240 },
  { key: 'key', width: 280 },
]);

interface Props extends PickerProps<PickableQuestionnaire> {
  /** Its questionnaires come first. */
  serverProjectId?: number | undefined;
  tenantId?: number | undefined;
  /** Ids that may be picked. */
  allowed: readonly number[];
}

export function QuestionnairePicker({ title = '问卷', serverProjectId, tenantId, allowed, ...rest }: Props) {
  const may = useMemo(() => new Set(allowed), [allowed]);
  return (
    <PickerDrawer
      {...rest}
      title={title}
      size="small"
      name="questionnaire-picker"
      noun="问卷"
      route={projectQuestionnaires.page}
      columns={columns}
      selectable={({ id }) => may.has(id)}
      fixed={{ ...(serverProjectId === undefined ? {} : { serverProjectId }), ...(tenantId === undefined ? {} : { tenantId }) }}
    />
  );
}

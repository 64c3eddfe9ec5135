/** The columns of assessments in their lists. */
import { assessmentReasons } from '#contract/assessments/assessment-commands.rules.ts';
import { assessmentLabels } from '#contract/assessments/assessments.labels.ts';
import { nameOfScale } from '#contract/assessments/scales.ts';
import { titled } from '#contract/labels.ts';
import { PersonLink } from '#web/elderly/person-link.tsx';
import type { Column } from '#web/ui/columns.ts';
import { MISSING } from '#web/ui/display.ts';
import { State } from '#web/ui/state.tsx';
import type { AssessmentRow } from './assessment-calls.ts';

export const assessmentColumns: Column<AssessmentRow>[] = titled(assessmentLabels, [
  {
    key: 'oldmanName',
    width: 110,
    pin: 'left',
    render: ({ oldmanId, oldmanName }) => <PersonLink id={oldmanId} name={oldmanName} tab="assessment" />,
  },
  { key: 'scale', width: 240, render: ({ scale }) => nameOfScale(scale) },
  { key: 'state', width: 92, render: ({ state }) => <State of="assessment" value={state} /> },
  { key: 'assessedDate', width: 112, sort: 'assessed_date' },
  { key: 'total', width: 72, align: 'right', render: ({ total }) => total ?? MISSING },
  { key: 'levelName', width: 220 },
  { key: 'nextDate', width: 112 },
  { key: 'reason', width: 100, minor: 1, render: ({ reason }) => assessmentReasons[reason] },
  { key: 'firstName', width: 92, minor: 1 },
  { key: 'secondName', width: 92, minor: 1 },
  { key: 'place', width: 180, minor: 2 },
  { key: 'userName', width: 92, minor: 2 },
  { key: 'createTime', width: 172, minor: 2, sort: 'create_time' },
]);

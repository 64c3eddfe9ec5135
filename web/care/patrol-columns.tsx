/** The columns of rounds through the house. */
import { patrolLabels } from '#contract/care/patrols.labels.ts';
import { patrols } from '#contract/care/patrols.ts';
import { titled } from '#contract/labels.ts';
import { floorText } from '#contract/rooms/places.rules.ts';
import type { Column } from '#web/ui/columns.ts';
import type { RowOf } from '#web/ui/data-table.tsx';
import { MISSING } from '#web/ui/display.ts';
import { State } from '#web/ui/state.tsx';
import { Time } from '#web/ui/time.tsx';

export type PatrolRow = RowOf<typeof patrols.page>;

export const patrolColumns: Column<PatrolRow>[] = titled(patrolLabels, [
  { key: 'floor', width: 140, pin: 'left', render: (row) => floorText(row) },
  { key: 'startTime', width: 150, sort: 'start_time', render: ({ startTime }) => <Time value={startTime} /> },
  { key: 'endTime', width: 150, render: ({ endTime }) => <Time value={endTime} /> },
  { key: 'state', width: 92, render: ({ state }) => <State of="patrol" value={state} /> },
  { key: 'userName', width: 100 },
  { key: 'people', width: 92, align: 'right' },
  { key: 'well', width: 92, align: 'right' },
  { key: 'note', width: 260, minor: 1, render: ({ note }) => note || MISSING },
]);

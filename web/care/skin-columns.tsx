/** The columns of findings of the skin. */
import { partLabel } from '#contract/body-parts.rules.ts';
import { sizeText, skinKinds } from '#contract/care/skin-commands.rules.ts';
import { skinLabels } from '#contract/care/skin-findings.labels.ts';
import { titled } from '#contract/labels.ts';
import { PersonLink } from '#web/elderly/person-link.tsx';
import type { Column } from '#web/ui/columns.ts';
import { MISSING } from '#web/ui/display.ts';
import { Place } from '#web/ui/place.tsx';
import { State } from '#web/ui/state.tsx';
import { Time } from '#web/ui/time.tsx';
import type { Finding } from './skin-calls.ts';

export const skinColumns: Column<Finding>[] = titled(skinLabels, [
  {
    key: 'oldmanName',
    width: 100,
    pin: 'left',
    render: ({ oldmanId, oldmanName }) => <PersonLink id={oldmanId} name={oldmanName} tab="care" />,
  },
  { key: 'part', width: 110, render: ({ part }) => partLabel(part) },
  { key: 'kind', width: 120, render: ({ kind }) => skinKinds[kind] ?? MISSING },
  { key: 'length', title: '大小', width: 100, render: (row) => sizeText(row) || MISSING },
  { key: 'state', width: 92, render: ({ state }) => <State of="skin" value={state} /> },
  { key: 'seenTime', width: 140, sort: 'seen_time', render: ({ seenTime }) => <Time value={seenTime} age /> },
  { key: 'looks', width: 92, align: 'right' },
  { key: 'place', width: 180, minor: 1, render: ({ place }) => <Place place={place} /> },
  { key: 'foundTime', width: 140, minor: 1, render: ({ foundTime }) => <Time value={foundTime} /> },
  { key: 'healTime', width: 140, minor: 2, render: ({ healTime }) => <Time value={healTime} /> },
  { key: 'userName', width: 92, minor: 2 },
]);

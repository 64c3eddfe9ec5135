/** A round that is over, with whom it says something of. */
import { Skeleton } from 'antd';
import { patrolMarks, patrolStateLabels } from '#contract/care/patrol-commands.rules.ts';
import { patrolLabels } from '#contract/care/patrols.labels.ts';
import { patrols } from '#contract/care/patrols.ts';
import { floorText } from '#contract/rooms/places.rules.ts';
import { useCall } from '#web/api/call.ts';
import { PersonLink } from '#web/elderly/person-link.tsx';
import { SideDrawer } from '#web/ui/drawer.tsx';
import { FactList } from '#web/ui/fact-list.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { Place } from '#web/ui/place.tsx';
import './patrols.css';

export default function PatrolDrawer({ id, onClose }: { id: number; onClose: () => void }) {
  const { data, isError, error, refetch } = useCall(patrols.get, { id }, { quiet: true });
  return (
    <SideDrawer open size="small" title={data ? `巡视 ${floorText(data)}` : '巡视'} onClose={onClose}>
      {isError && !data && <LoadFailed title={error.message} onAgain={() => void refetch()} />}
      {!data && !isError && <Skeleton active paragraph={{ rows: 6 }} />}
      {data && (
        <>
          <FactList
            className="ca-facts"
            facts={[
              [patrolLabels.state, patrolStateLabels[data.state]],
              [patrolLabels.userName, data.userName],
              [patrolLabels.startTime, data.startTime],
              [patrolLabels.endTime, data.endTime],
              [patrolLabels.people, `${data.people}人`],
              [patrolLabels.well, `${data.well}人`],
              [patrolLabels.note, data.note],
            ]}
          />
          {data.marks.length > 0 && (
            <ul className="ca-walk" aria-label="有情况的服务对象">
              {data.marks.map(({ oldmanId, oldmanName, place, mark, note }) => (
                <li key={oldmanId}>
                  <span>
                    <PersonLink id={oldmanId} name={oldmanName} tab="care" /> <Place place={place} />
                  </span>
                  <span>{[patrolMarks[mark], note].filter(Boolean).join('：')}</span>
                </li>
              ))}
            </ul>
          )}
        </>
      )}
    </SideDrawer>
  );
}

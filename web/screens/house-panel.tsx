/** The house on the home page: read and drawn after it, for those who have the page of it. */
import { Skeleton } from 'antd';
import { Suspense } from 'react';
import { useCan } from '#web/api/permissions.ts';
import { lazyPart } from '#web/shell/lazy-part.ts';
import { handleWarning } from '#web/warnings/alarm-state.ts';
import { Panel } from './home-cards.tsx';

const HouseView = lazyPart(() => import('#web/rooms/house-view.tsx'));

/** `to`: where all of it is; null when this person has no such page. */
export function HousePanel({ to }: { to: string | null }) {
  const can = useCan();
  if (!can('business_bcroom_house')) return null;
  return (
    <Panel title="房态" to={to} wide>
      <Suspense fallback={<Skeleton active title={false} paragraph={{ rows: 4 }} />}>
        <HouseView compact onWarning={handleWarning} />
      </Suspense>
    </Panel>
  );
}

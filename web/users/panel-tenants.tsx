/** Where one may work, each with the way there. */
import { Button, Empty, Skeleton } from 'antd';
import { useDeferredValue, useState } from 'react';
import { memberships } from '#contract/tenants/memberships.ts';
import { useCall } from '#web/api/call.ts';
import { closedReason, useMove, WorkplaceTags } from '#web/tenants/workplaces.tsx';
import { SearchInput } from '#web/ui/search-input.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';

export default function PanelTenants() {
  const [text, setText] = useState('');
  const name = useDeferredValue(text.trim());
  const { data, error, refetch } = useCall(memberships.list, name ? { name } : {}, {
    quiet: true,
    staleTime: 60_000,
    placeholderData: (before) => before,
  });
  const [move, going] = useMove();
  return (
    <>
      <SearchInput className="t-panel-search" label="搜索机构" maxLength={50} value={text} onChange={setText} />
      {error && <LoadFailed title={error.message} onAgain={() => void refetch()} />}
      {!data && !error && <Skeleton active />}
      {data?.length === 0 && <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="没有符合条件的机构" />}
      <ul className="t-places">
        {data?.map((place) => (
          <li key={place.tenantId}>
            <h3>{place.name}</h3>
            <div>
              <WorkplaceTags place={place} />
            </div>
            <p>{place.endTime ? `有效期至 ${place.endTime.slice(0, 10)}` : '长期有效'}</p>
            {!place.current && (
              <Button
                type={place.member && !place.visiting ? 'primary' : 'default'}
                disabled={closedReason(place) !== null || (going !== null && going !== place.tenantId)}
                loading={going === place.tenantId}
                onClick={() => void move(place)}
              >
                {place.member && !place.visiting ? '切换到此机构' : '进入机构'}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

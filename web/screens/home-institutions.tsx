/** A group's institutions in figures, on its first page; a name leads into the institution. */
import { Button, Tag } from 'antd';
import type { Output } from '#contract/http.ts';
import { screens } from '#contract/screens/screens.ts';
import { useCall } from '#web/api/call.ts';
import { closedReason, useMove, useWorkplaces } from '#web/tenants/workplaces.tsx';
import { thousands } from '#web/ui/display.ts';
import { useMay } from '#web/ui/may.ts';
import { Panel } from './home-cards.tsx';
import './home.css';

type Institution = Output<typeof screens.group>['institutions'][number];

const SLOW = { quiet: true, staleTime: 30_000, refetchInterval: 60_000 } as const;
const MOST = 12;

const UNANSWERED_FIRST = (a: Institution, b: Institution) =>
  b.warnings.unanswered - a.warnings.unanswered || b.orders.overdue - a.orders.overdue || a.tenantId - b.tenantId;

function Name({ of: { tenantId, name, inForce } }: { of: Institution }) {
  const { data: places = [] } = useWorkplaces();
  const [move, going] = useMove();
  const place = places.find((one) => one.tenantId === tenantId && closedReason(one) === null);
  return (
    <>
      {place ? (
        <Button
          type="link"
          size="small"
          className="y-institution"
          autoInsertSpace={false}
          title={`进入${name}`}
          loading={going === tenantId}
          onClick={() => void move(place)}
        >
          {name}
        </Button>
      ) : (
        name
      )}{' '}
      {!inForce && <Tag>未生效</Tag>}
    </>
  );
}

export default function Institutions() {
  const may = useMay();
  const institutions = useCall(screens.group, {}, { ...SLOW, enabled: may(screens.group) }).data?.institutions ?? [];
  const shown = institutions.toSorted(UNANSWERED_FIRST).slice(0, MOST);
  if (institutions.length === 0) return null;
  return (
    <Panel title="下属机构" to="/screen/group">
      <table className="y-beds">
        <thead>
          <tr>
            <th scope="col">机构</th>
            <th scope="col">在院</th>
            <th scope="col">空闲床位</th>
            <th scope="col">当班</th>
            <th scope="col">未确认预警</th>
            <th scope="col">超时工单</th>
            <th scope="col">设备在线</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((one) => {
            const { tenantId, people, beds, onDuty, warnings, orders, devices } = one;
            return (
              <tr key={tenantId}>
                <th scope="row">
                  <Name of={one} />
                </th>
                <td>{thousands(people.inCare)}</td>
                <td>{thousands(beds.free)}</td>
                <td data-alert={onDuty === 0 || undefined}>{thousands(onDuty)}</td>
                <td data-alert={warnings.unanswered > 0 || undefined}>{thousands(warnings.unanswered)}</td>
                <td data-alert={orders.overdue > 0 || undefined}>{thousands(orders.overdue)}</td>
                <td>
                  {thousands(devices.online)} / {thousands(devices.total)}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {institutions.length > shown.length && <p className="y-duty-gaps">共 {institutions.length} 家，其余见集团大屏</p>}
    </Panel>
  );
}

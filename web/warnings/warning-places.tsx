/** Where in the house something is open: floor by floor, the gravest in colour; a click shows the warnings of that floor. */
import { Link, useSearchParams } from 'react-router';
import { warnings } from '#contract/warnings/warnings.ts';
import { useCall } from '#web/api/call.ts';
import { usePageMark } from '#web/ui/page-mark.ts';
import { Severity } from '#web/ui/severity.tsx';
import { floorsOf } from './place-sums.ts';
import './warning-places.css';

export function WarningPlaces() {
  const [params] = useSearchParams();
  const { data } = useCall(warnings.places, {}, { quiet: true, staleTime: 0, refetchInterval: 30_000 });
  const floors = floorsOf(data ?? []);
  const [building, floor] = [params.get('building'), params.get('floor')];
  const shown = floors.length > 0 || building !== null;
  usePageMark(shown && 'warning-places');
  if (!shown) return null;
  return (
    <nav className="w-places" aria-label="按位置查看未关闭的预警">
      <span>按位置</span>
      {building !== null && <Link to="?">全部位置</Link>}
      <ul>
        {floors.map((one) => (
          <li key={`${one.building}.${one.floor}`}>
            <Link
              to={`?${new URLSearchParams({ open: 'true', building: one.building, floor: one.floor })}`}
              aria-current={one.building === building && one.floor === floor ? 'true' : undefined}
              data-severity={one.severity}
              title={one.rooms.join('、')}
            >
              {one.label}
              <Severity severity={one.severity} closed={one.unanswered === 0}>
                {one.open}
              </Severity>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

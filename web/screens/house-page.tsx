/** /business/bcroom/house 房态图: the house as one drawn plan. */
import { HouseView } from '#web/rooms/house-view.tsx';
import { handleWarning } from '#web/warnings/alarm-state.ts';

export default function HousePage() {
  return <HouseView movable onWarning={handleWarning} />;
}

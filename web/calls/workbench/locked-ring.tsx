/** Over a locked screen: that a call rings, not whose. */
import './workbench.css';

export const LockedRing = () => (
  <aside className="cw-locked y-no-print" role="alert">
    <b>有来电</b> 请解锁后接听
  </aside>
);

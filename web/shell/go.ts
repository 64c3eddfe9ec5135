/** Going somewhere from outside a component: the frame says how. */
import { useLayoutEffect } from 'react';
import { useNavigate, type NavigateFunction } from 'react-router';
import { outside } from './guard.ts';

let navigate: NavigateFunction = (to) => location.assign(String(to));

/** Shows an address of ours. */
export const go = (address: string, options: { replace?: boolean; state?: unknown } = {}) => void navigate(address, options);

/** Goes where a menu leads: to a page of ours, or in a window of its own to somebody else's. */
export function openMenu(path: string | null): void {
  const elsewhere = path && outside(path);
  if (elsewhere) window.open(elsewhere, '_blank', 'noopener');
  else if (path) go(path);
}

/** Makes `go` use the router; called by the frame once. */
export function useGo(): void {
  const current = useNavigate();
  useLayoutEffect(() => {
    navigate = current;
  }, [current]);
}

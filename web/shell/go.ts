/** Going somewhere from outside a component: the frame says how. */
import { useLayoutEffect } from 'react';
import { useNavigate, type NavigateFunction } from 'react-router';

let navigate: NavigateFunction = (to) => location.assign(String(to));

/** Shows an address of ours. */
export const go = (address: string, options: { replace?: boolean; state?: unknown } = {}) => void navigate(address, options);

/** Makes `go` use the router; called by the frame once. */
export function useGo(): void {
  const current = useNavigate();
  useLayoutEffect(() => {
    navigate = current;
  }, [current]);
}

/** What the signed-in person may do: shows and hides buttons. The server checks again. */
import { useStore } from 'zustand';
import { session } from './session.ts';

/** `const can = useCan(); can('members_workorder_add')` */
export function useCan(): (permission: string) => boolean {
  const permissions = useStore(session, (state) => state.permissions);
  return (permission) => permissions[permission] === true;
}

/** What a page shows besides the jobs is read while it is open. */
import { useEffect } from 'react';
import { carer, type Wanted } from './state.ts';
import { sync } from './sync.ts';

export function useWanted(wanted: Wanted): void {
  useEffect(() => {
    carer.setState({ wanted });
    void sync();
    return () => carer.setState({ wanted: null });
  }, [wanted]);
}

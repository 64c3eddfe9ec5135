/** Whether the user may let in a visitor who is restricted or ill. The desk's calls look at it when there is a reason. */
import { useCan } from '#web/api/permissions.ts';

export const useMayOverride = (): boolean => useCan()('business_bcvisitor_restrict');

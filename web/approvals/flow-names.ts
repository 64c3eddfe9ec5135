/** Names of the people, roles and posts that a flow names by their ids. */
import { approvalPeople } from '#contract/approvals/approval-people.ts';
import { useCall } from '#web/api/call.ts';
import type { Names, Step } from './flow-draft.ts';

const FRESH_MS = 60_000;

export const useGroups = () => useCall(approvalPeople.groups, {}, { quiet: true, staleTime: FRESH_MS });

export function useFlowNames(steps: readonly Step[]): Names {
  const groups = useGroups().data;
  const ids = steps.flatMap(({ deciders, escalateTo, copyTo }) =>
    [...deciders, ...escalateTo, ...copyTo].flatMap((one) => (one.by === 'user' ? one.ids : [])),
  );
  const known = [...new Set(ids)].sort((a, b) => a - b).slice(0, 100);
  const people = useCall(
    approvalPeople.find,
    { ids: known },
    { quiet: true, staleTime: FRESH_MS, enabled: known.length > 0, placeholderData: (before) => before },
  );
  const named = (list: readonly { id: number; name: string }[] = []) => new Map(list.map(({ id, name }) => [id, name]));
  return {
    user: new Map((people.data ?? []).map(({ userId, name }) => [userId, name])),
    role: named(groups?.roles),
    post: named(groups?.posts),
  };
}

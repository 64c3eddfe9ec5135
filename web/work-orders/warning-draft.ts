/** An order for a warning: its person, its urgency and, for an SOS, the tenant's default project. */
import { people } from '#contract/elderly/people.ts';
import { serviceProjects } from '#contract/services/services.ts';
import { urgencyOf } from '#contract/warnings/warnings.rules.ts';
import { warnings } from '#contract/warnings/warnings.ts';
import { useCall } from '#web/api/call.ts';
import { newOrder, type OrderValues } from './work-order-form.ts';

/** What the drawer begins with, once everything is known; null until then. Without a warning that is an empty order. */
export function useDraft(warningId: number | null, now: number): OrderValues | null {
  const warning = useCall(warnings.get, { id: warningId ?? 0 }, { enabled: warningId !== null });
  const personId = warning.data?.oldmanId ?? null;
  const person = useCall(people.get, { id: personId ?? 0 }, { enabled: personId !== null });
  const sos = warning.data?.rule === 'sos';
  const project = useCall(serviceProjects.defaultSos, {}, { enabled: sos });
  const empty = newOrder(now);
  if (warningId === null) return empty;
  if (!warning.data || (personId !== null && !person.data) || (sos && project.isPending)) return null;
  const { data: found } = person;
  const [job] = empty.jobs;
  return {
    ...empty,
    emergencyType: urgencyOf(warning.data.severity),
    ...(found
      ? {
          person: { id: found.id, name: found.userName, address: found.address, flags: found.flags },
          oldmanPhone: found.mobile ?? '',
          oldmanAddress: found.address ?? '',
        }
      : {}),
    jobs: [{ ...job, ...(project.data ? { serverProjectId: project.data.id } : {}) }],
  };
}

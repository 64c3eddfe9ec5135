/**
 * An order for a warning: its person, its urgency and, for an SOS, the tenant's default project. For a
 * goods order: whose it is, and where to. For what another order found.
 */
import { people } from '#contract/elderly/people.ts';
import { serviceProjects } from '#contract/services/services.ts';
import { urgencyOf } from '#contract/warnings/warnings.rules.ts';
import { warnings } from '#contract/warnings/warnings.ts';
import { useCall } from '#web/api/call.ts';
import { phoneOf } from '#contract/phones.rules.ts';
import { newOrder, type OrderValues } from './work-order-form.ts';

/** What an order for goods takes over from them. */
export interface GoodsCause {
  id: number;
  oldmanId: number;
  nickName: string;
  phone: string;
  address: string;
}

/** What an order takes over from the one whose visit found something. */
export interface FollowCause {
  id: number;
  oldmanId: number;
  phone: string;
  address: string;
  urgency: number;
  projectId: number;
  remarks: string;
}

export interface Causes {
  /** Whom a new order is for, when nothing else says it. */
  personId: number | null;
  warningId: number | null;
  /** Goods that it delivers or sets up. */
  goods: GoodsCause | null;
  /** The order whose visit found what it is for. */
  follows: FollowCause | null;
  /** What it says from the start. */
  remarks: string;
}
export const NO_CAUSE: Causes = { personId: null, warningId: null, goods: null, follows: null, remarks: '' };

/** What the drawer begins with, once everything is known; null until then. Without a cause that is an empty order. */
export function useDraft({ personId: asked, warningId, goods, follows, remarks: said }: Causes, now: number): OrderValues | null {
  const warning = useCall(warnings.get, { id: warningId ?? 0 }, { enabled: warningId !== null });
  const personId = goods?.oldmanId ?? follows?.oldmanId ?? warning.data?.oldmanId ?? asked;
  const person = useCall(people.get, { id: personId ?? 0, masked: true }, { enabled: personId !== null });
  const sos = warning.data?.rule === 'sos';
  const project = useCall(serviceProjects.defaultSos, {}, { enabled: sos });
  const empty = { ...newOrder(now), ...(said === '' ? {} : { remarks: said }) };
  const { data: found } = person;
  const served = found && { id: found.id, name: found.userName, address: found.address || found.place, flags: found.flags };
  if (goods !== null) {
    if (person.isPending) return null;
    const { nickName, phone, address } = goods;
    return {
      ...empty,
      downName: nickName,
      downPhone: phoneOf(phone, 'mobile') ?? '',
      ...(served ? { person: served } : {}),
      oldmanPhone: found?.mobile ?? phone,
      oldmanAddress: address,
    };
  }
  if (follows !== null) {
    if (person.isPending) return null;
    const { phone, address, urgency, projectId, remarks } = follows;
    return {
      ...empty,
      emergencyType: urgency,
      ...(served ? { person: served } : {}),
      oldmanPhone: phone,
      oldmanAddress: address,
      remarks,
      jobs: empty.jobs.map((job) => ({ ...job, serverProjectId: projectId })),
    };
  }
  const ofRecord = found &&
    served && {
      person: served,
      oldmanPhone: found.mobile ?? found.contactPhone ?? '',
      oldmanAddress: found.address || found.place || '',
    };
  if (warningId === null) return personId !== null && person.isPending ? null : { ...empty, ...ofRecord };
  if (!warning.data || (personId !== null && person.isPending) || (sos && project.isPending)) return null;
  const [job] = empty.jobs;
  return {
    ...empty,
    emergencyType: urgencyOf(warning.data.severity),
    ...ofRecord,
    jobs: [{ ...job, ...(project.data ? { serverProjectId: project.data.id } : {}) }],
  };
}

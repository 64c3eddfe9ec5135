/** Calls of the pages that a stranger sees. */
import { publicCall } from '#web/api/public-call.ts';

/** Calls `/admin/base/external/…`; gives `data`. Throws CallError with the text to show. */
export const openCall = <T>(method: 'GET' | 'POST' | 'PUT', path: string, input?: Record<string, unknown>): Promise<T> =>
  publicCall<T>(method, `/admin/base/external/${path}`, input);

export interface Waiting {
  tenantId: number;
  tenantName: string;
  id: number;
  /** 1 invitation, 2 application. */
  kind: number;
  /** 0 waiting, 1 accepted, 2 refused, 3 withdrawn, 4 expired. */
  status: number;
  roles: string[];
  note: string | null;
  reason: string | null;
  inviter: string | null;
}

export interface Standing {
  token: string;
  step: 'proof' | 'registration';
  username: string | null;
  name: string | null;
  invitations: Waiting[];
}

export interface Opened {
  tenantName: string;
  code: string;
  username: string;
  pending: boolean;
  endTime: string;
  tenantId: number;
  orderToken: string;
  /** Seconds. */
  orderExpiresIn: number;
}

export interface Offer {
  id: number;
  packageCode: string;
  packageName: string;
  description: string;
  /** Yuan and days of the cheapest duration. */
  price: number;
  days: number;
  accountLimit: number | null;
  menuNames: string[];
  items: { sku: string }[];
}

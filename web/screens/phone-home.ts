/** On a phone the first page of a carer is the page of her services; she comes back by 完整版 there, `?office=1`. */
import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { useServesOnly } from '#web/work-orders/serves-only.ts';

const KEY = 'yian.office';
/** Upright or lying. */
const PHONE = '(pointer: coarse) and (max-width: 760px), (pointer: coarse) and (max-height: 500px)';

/** Leads to /carer, unless she wanted the whole application in this tab. Gives whether it does. */
export function usePhoneHome(): boolean {
  const servesOnly = useServesOnly();
  const [params] = useSearchParams();
  const stays = params.has('office');
  const leads = servesOnly && !stays && matchMedia(PHONE).matches && sessionStorage.getItem(KEY) === null;
  useEffect(() => {
    if (stays) sessionStorage.setItem(KEY, '1');
  }, [stays]);
  useEffect(() => {
    if (leads) location.replace('/carer');
  }, [leads]);
  return leads;
}

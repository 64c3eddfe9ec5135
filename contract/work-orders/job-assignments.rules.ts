/** The columns of a job that say who does it. Pure. */
import { jobStatus } from './work-orders.rules.ts';

/** A member of staff, as jobs name them. */
export interface AssignedStaff {
  id: number;
  username: string;
  name: string;
  phone: string | null;
}

/** No one has come to do it: neither when nor where. */
const notCheckedIn = {
  check_in_at: null,
  check_in_address: null,
  check_in_longitude: null,
  check_in_latitude: null,
  check_in_image: null,
  check_in_received_at: null,
  check_in_distance: null,
  check_in_reason: null,
};

/** No job waits for another person any more. */
const notReturned = { returned_at: null, returned_by: null, returned_name: null, return_reason: null };

/** What a job becomes when `staff` takes it over: who comes new checks in anew. */
export const assigned = (staff: AssignedStaff) => ({
  status: jobStatus.assigned,
  user_id: staff.id,
  user_name: staff.name,
  user_phone: staff.phone,
  ...notCheckedIn,
  ...notReturned,
});

/** What a job becomes that is taken away from its person; its status is the caller's to say. */
export const freed = { user_id: null, user_name: null, user_phone: null, ...notCheckedIn };

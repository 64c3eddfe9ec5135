/**
 * Who does what when another area tells it something (`emit`). Registered once in every
 * process: web, ingest, and tests that call the areas without them.
 */
import { decideAccountsByApproval } from './accounts/account-requests.ts';
import { followPeopleWithCare } from './care/task-expansion.ts';
import { endLocksWithPeople } from './devices/lock-steps.ts';
import { releaseDevicesWithPeople, releaseDevicesWithRooms } from './devices/wearers.ts';
import { followBookedOrders } from './home-care/booked-orders-followed.ts';
import { observeFalls } from './health/observation-series.ts';
import { decideAdmissionsByApproval } from './stay/admission-approval.ts';
import { decideLeavesByApproval } from './staff-leave/leave-approval.ts';
import { decidePurchasesByApproval } from './stock/purchase-approval.ts';
import { followHolidays } from './tickets/ticket-calendars.ts';
import { endVisitsWithRights } from './users/visits.ts';
import { judgeWhatIsTold } from './warnings/judgements.ts';
import { waitWithMoves } from './warnings/room-lives.ts';
import { draftWantedVisits } from './work-orders/drafts.ts';
import { followMoves } from './work-orders/places.ts';
import { pausePlansWithPeople } from './work-orders/removed-people.ts';

endLocksWithPeople();
releaseDevicesWithPeople();
releaseDevicesWithRooms();
pausePlansWithPeople();
judgeWhatIsTold();
waitWithMoves();
draftWantedVisits();
followMoves();
followBookedOrders();
followHolidays();
endVisitsWithRights();
observeFalls();
decideAccountsByApproval();
decideAdmissionsByApproval();
decideLeavesByApproval();
decidePurchasesByApproval();
followPeopleWithCare();

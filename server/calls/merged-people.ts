/** What of calls is a merged person's. */
import { mergePeople } from '../lists/merged-people.ts';

/** To be called once per process. */
export const mergeCallsWithPeople = (): void =>
  mergePeople({
    references: [
      { table: 'calls', way: 'moves', erase: ['caller', 'callee', 'keys', 'summary', 'outcome'] },
      { table: 'call_cloud_dials', way: 'moves', erase: 'goes' },
      { table: 'call_customers', way: 'moves', erase: 'goes' },
      { table: 'call_job_cases', way: 'moves', erase: 'goes' },
      { table: 'call_links', way: 'moves', erase: 'goes' },
    ],
    parts: [
      { table: 'call_legs', of: 'calls', by: 'call_id', erase: ['address', 'name', 'offer', 'answer', 'digits'] },
      { table: 'call_events', of: 'calls', by: 'call_id', erase: 'stays' },
      // Without its key a recording says nothing any more.
      { table: 'call_recordings', of: 'calls', by: 'call_id', erase: ['key_cipher', 'external_id'] },
      { table: 'call_listens', of: 'calls', by: 'call_id', erase: 'stays' },
      { table: 'call_recording_notes', of: 'calls', by: 'call_id', erase: ['note'] },
      // The points stay, the words about the call go.
      {
        table: 'call_inspections',
        of: 'calls',
        by: 'call_id',
        erase: ['answers', 'comment', 'appeal_reason', 'decision_note', 'skip_reason'],
      },
      { table: 'call_seat_spans', of: 'calls', by: 'call_id', erase: 'stays' },
      { table: 'call_waits', of: 'calls', by: 'call_id', erase: 'stays' },
      { table: 'call_presences', of: 'calls', by: 'call_id', erase: 'stays' },
    ],
  });

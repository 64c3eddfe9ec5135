/** What of questionnaires is a merged person's. */
import { mergePeople } from '../lists/merged-people.ts';

/** To be called once per process. */
export const mergeResultsWithPeople = (): void =>
  mergePeople({
    references: [
      {
        table: 'questionnaire_results',
        way: 'moves',
        erase: [
          'original_data',
          'process_data',
          'submit_ua',
          'submit_os',
          'submit_browser',
          'submit_ip',
          'submit_address',
          'wx_open_id',
          'abnormal',
        ],
      },
    ],
    parts: [{ table: 'questionnaire_edits', of: 'questionnaire_results', by: 'result_id', erase: 'goes' }],
  });

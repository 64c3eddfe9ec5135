/** One record above the list that it is from. */
import { Alert, Skeleton } from 'antd';
import { questionnaireResults } from '#contract/questionnaires/questionnaire-results.ts';
import { useCall } from '#web/api/call.ts';
import { SideDrawer } from '#web/ui/drawer.tsx';
import { RecordSheet } from './view.tsx';

export function RecordDrawer({ resultId, onClose }: { resultId: number; onClose: () => void }) {
  const query = useCall(questionnaireResults.findResult, { resultId }, { quiet: true });
  return (
    <SideDrawer title="问卷结果" open size="small" onClose={onClose}>
      {query.isError ? (
        <Alert type="error" showIcon title={query.error.message} />
      ) : query.data ? (
        <RecordSheet found={query.data} links={false} />
      ) : (
        <Skeleton active paragraph={{ rows: 8 }} />
      )}
    </SideDrawer>
  );
}

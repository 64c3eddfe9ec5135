/** What was answered to one questionnaire. */
import { lazy, Suspense, useMemo, useState } from 'react';
import { Alert, Skeleton } from 'antd';
import { summaryOf } from '#contract/questionnaires/answers.rules.ts';
import { keyOf, labelText } from '#contract/questionnaires/item-types.rules.ts';
import { pipedNames } from '#contract/questionnaires/piping.rules.ts';
import { questionnaireItems } from '#contract/questionnaires/questionnaire-items.ts';
import { questionnaireResults } from '#contract/questionnaires/questionnaire-results.ts';
import { titled } from '#contract/labels.ts';
import { questionnaireResultLabels } from '#contract/questionnaires/questionnaire-results.labels.ts';
import { useCall } from '#web/api/call.ts';
import type { Column } from '#web/ui/columns.ts';
import { DataTable, type RowOf } from '#web/ui/data-table.tsx';
import { DateRange, type Span } from '#web/ui/date-range.tsx';
import { SideDrawer } from '#web/ui/drawer.tsx';
import { useMay } from '#web/ui/may.ts';
import { AttachmentsButton } from './attachments-button.tsx';

const RecordDrawer = lazy(() => import('./record-drawer.tsx').then(({ RecordDrawer }) => ({ default: RecordDrawer })));

type ResultRow = RowOf<typeof questionnaireResults.page>;

const first: Column<ResultRow>[] = titled(questionnaireResultLabels, [
  { key: 'serialNumber', width: 96, align: 'right', sort: 'serial_number', pin: 'left' },
  { key: 'createTime', width: 172, sort: 'create_time' },
  { key: 'userName', width: 100, render: ({ userName }) => userName ?? '公开填写' },
  { key: 'personName', width: 100 },
]);
const last: Column<ResultRow>[] = titled(questionnaireResultLabels, [
  { key: 'workNo', width: 160 },
  { key: 'serverProjectName', width: 140 },
  { key: 'submitAddress', width: 120, hidden: true },
  { key: 'editTime', width: 172, hidden: true },
  { key: 'editUserName', width: 100, hidden: true },
]);

interface Props {
  questionnaire: { key: string; name: string };
  onClose: () => void;
}

export function ResultsDrawer({ questionnaire: { key, name }, onClose }: Props) {
  const may = useMay();
  const [span, setSpan] = useState<Span | undefined>();
  const [viewed, setViewed] = useState<number | null>(null);
  const items = useCall(questionnaireItems.list, { key, displayType: false }, { quiet: true });
  const columns = useMemo(
    () => [
      ...first,
      ...pipedNames(items.data ?? []).map((item, at): Column<ResultRow> => ({
        key: keyOf(item.formItemId),
        title: labelText(item.label),
        width: 180,
        hidden: at >= 6,
        render: ({ processData }) => summaryOf(item, processData) || <span className="y-missing">/</span>,
      })),
      ...last,
    ],
    [items.data],
  );
  return (
    <SideDrawer title={`问卷结果：${name}`} open size="large" onClose={onClose}>
      {items.isError && <Alert type="error" showIcon title={items.error.message} />}
      {items.data ? (
        <DataTable
          name={`questionnaire-results-${key}`}
          noun="问卷结果"
          route={questionnaireResults.page}
          state="own"
          height="parent"
          columns={columns}
          fixed={{ projectKey: key, ...(span ? { beginDateTime: span[0], endDateTime: span[1] } : {}) }}
          extra={
            <>
              <DateRange value={span} onChange={setSpan} />
              {may(questionnaireResults.download) && (
                <AttachmentsButton
                  name={name}
                  asked={{ projectKey: key, ...(span ? { beginDateTime: span[0], endDateTime: span[1] } : {}) }}
                />
              )}
            </>
          }
          {...(may(questionnaireResults.export) ? { exportRoute: questionnaireResults.export } : {})}
          onRowDoubleClick={({ id }) => setViewed(id)}
          actions={({ id }) => [{ label: '查看', onClick: () => setViewed(id) }]}
        />
      ) : (
        !items.isError && <Skeleton active />
      )}
      <Suspense fallback={null}>{viewed !== null && <RecordDrawer resultId={viewed} onClose={() => setViewed(null)} />}</Suspense>
    </SideDrawer>
  );
}

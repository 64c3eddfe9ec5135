/** Enquiries of a span: where they came from, how many came to see the house, came to stay or were lost, and why. */
import { Alert, Skeleton, Table } from 'antd';
import { useState } from 'react';
import { conversion } from '#contract/stay/enquiry-commands.rules.ts';
import { enquiryLabels } from '#contract/stay/enquiries.labels.ts';
import { enquiries } from '#contract/stay/enquiries.ts';
import { dayOf, nextDay } from '#contract/time.ts';
import { useCall } from '#web/api/call.ts';
import { useQuarterMinute } from '#web/ui/clock.ts';
import { DateRange } from '#web/ui/date-range.tsx';
import { labelOf } from '#web/ui/display.ts';
import { SideDrawer } from '#web/ui/drawer.tsx';
import { useDictionary } from '#web/ui/use-dictionary.ts';
import './stay.css';

/** A quarter is shown at first (days). */
const USUAL = 90;
const small = { size: 'small', rowKey: 'key', pagination: false } as const;
const percent = (count: number, total: number) => {
  const share = conversion(count, total);
  return share === null ? '--' : `${share}%`;
};

export default function EnquiryStatistics({ onClose }: { onClose: () => void }) {
  const today = dayOf(useQuarterMinute());
  const [span, setSpan] = useState<[string, string]>([nextDay(today, -USUAL), today]);
  const { data, error } = useCall(enquiries.statistics, { startDate: span[0], endDate: span[1] }, { quiet: true });
  const { options: sources } = useDictionary(enquiryLabels.source.dictionary);
  const { options: reasons } = useDictionary(enquiryLabels.lostReason.dictionary);
  return (
    <SideDrawer title="入住咨询统计" open onClose={onClose}>
      <div className="s-statistics">
        <DateRange days value={span} onChange={(value) => value?.[0] && value[1] && setSpan([value[0], value[1]])} />
        {error && <Alert type="error" showIcon title={error.message} />}
        {!data && !error && <Skeleton active paragraph={{ rows: 6 }} />}
        {data && (
          <>
            <Table
              {...small}
              dataSource={data.bySource}
              locale={{ emptyText: '这段时间没有咨询' }}
              columns={[
                { title: enquiryLabels.source.title, render: (_, { key }) => labelOf(sources, key) },
                { title: '咨询', dataIndex: 'count', align: 'right' },
                { title: '参观', dataIndex: 'visited', align: 'right' },
                { title: '入住', dataIndex: 'admitted', align: 'right' },
                { title: '流失', dataIndex: 'lost', align: 'right' },
                { title: '转化率', align: 'right', render: (_, row) => percent(row.admitted, row.count) },
              ]}
              summary={() => (
                <Table.Summary.Row>
                  {['合计', data.total.count, data.total.visited, data.total.admitted, data.total.lost].map((value, at) => (
                    <Table.Summary.Cell key={at} index={at} align={at === 0 ? 'left' : 'right'}>
                      <b>{value}</b>
                    </Table.Summary.Cell>
                  ))}
                  <Table.Summary.Cell index={5} align="right">
                    <b>{percent(data.total.admitted, data.total.count)}</b>
                  </Table.Summary.Cell>
                </Table.Summary.Row>
              )}
            />
            <Table
              {...small}
              dataSource={data.byReason}
              locale={{ emptyText: '没有流失的咨询' }}
              columns={[
                { title: enquiryLabels.lostReason.title, render: (_, { key }) => labelOf(reasons, key) },
                { title: '流失', dataIndex: 'count', align: 'right' },
                { title: '占比', align: 'right', render: (_, { count }) => percent(count, data.total.lost) },
              ]}
            />
          </>
        )}
      </div>
    </SideDrawer>
  );
}

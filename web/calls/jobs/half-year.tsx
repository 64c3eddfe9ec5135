/** 近半年统计: cases, connected ones and their share by month, as a table and as bars. */
import { Alert, Button, Modal, Progress, Table } from 'antd';
import { useState } from 'react';
import { callJobs } from '#contract/calls/call-jobs.ts';
import { useCall } from '#web/api/call.ts';

const columns = [
  { dataIndex: 'month', title: '月份', width: 100 },
  { dataIndex: 'cases', title: '外呼人数', width: 100, align: 'right' as const },
  { dataIndex: 'connected', title: '接通人数', width: 100, align: 'right' as const },
  { dataIndex: 'rate', title: '接通率', render: (rate: number) => <Progress percent={rate} size="small" status="normal" /> },
  { dataIndex: 'averageSeconds', title: '平均通话', width: 100, align: 'right' as const, render: (seconds: number) => `${seconds} 秒` },
];

export function HalfYear() {
  const [open, setOpen] = useState(false);
  const { data, isLoading, error, refetch } = useCall(callJobs.statistics, {}, { quiet: true, enabled: open });
  return (
    <>
      <Button onClick={() => setOpen(true)}>近半年统计</Button>
      <Modal title="近半年外呼统计" open={open} onCancel={() => setOpen(false)} footer={null} width={680} destroyOnHidden>
        {error && !data ? (
          <Alert type="error" showIcon title={error.message} action={<Button onClick={() => void refetch()}>重试</Button>} />
        ) : (
          <Table rowKey="month" size="small" pagination={false} loading={isLoading} columns={columns} dataSource={data ?? []} />
        )}
      </Modal>
    </>
  );
}

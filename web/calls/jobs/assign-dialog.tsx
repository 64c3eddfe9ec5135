/** The chosen cases are for these seats alone, one after the other. */
import { App, Form, Select } from 'antd';
import { callJobCases } from '#contract/calls/call-jobs.ts';
import { callSeats } from '#contract/calls/call-seats.ts';
import { useCall, useSend } from '#web/api/call.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';

interface Props {
  jobId: number;
  ids: number[];
  onClose: () => void;
}

export function AssignDialog({ jobId, ids, onClose }: Props) {
  const { message } = App.useApp();
  const seats = useCall(callSeats.page, { current: 1, size: 100, enabled: true }, { staleTime: 60_000 });
  const send = useSend(callJobCases.assign, {
    changes: [callJobCases.page],
    onSuccess: (count, { seatIds }) => {
      void message.success(seatIds.length > 0 ? `已为 ${count} 个名单指定坐席` : `${count} 个名单不再限定坐席`);
      onClose();
    },
  });
  return (
    <FormDialog<{ seatIds?: number[] }>
      title={`为 ${ids.length} 个名单指定坐席`}
      okText="指定"
      pending={send.isPending}
      onSubmit={({ seatIds = [] }) => send.mutate({ jobId, ids, seatIds })}
      onClose={onClose}
    >
      <Form.Item name="seatIds" label="坐席" extra="选多个时轮流分配；不选则所有坐席都可领取">
        <Select
          mode="multiple"
          maxCount={50}
          allowClear
          showSearch
          optionFilterProp="label"
          placeholder="请选择坐席"
          loading={seats.isLoading}
          options={(seats.data?.records ?? []).map((seat) => ({ value: seat.id, label: `${seat.userName}（${seat.extension}）` }))}
        />
      </Form.Item>
    </FormDialog>
  );
}

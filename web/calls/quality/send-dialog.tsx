/** 送质检: a call is sent to inspection by hand, with the sheet by which it is to be scored. */
import { Alert, Button, Form, Select, Skeleton } from 'antd';
import { callInspectionLabels as labels } from '#contract/calls/call-inspections.labels.ts';
import { callInspections } from '#contract/calls/call-inspections.ts';
import type { Output } from '#contract/http.ts';
import { useCall, useSend } from '#web/api/call.ts';
import { go } from '#web/shell/go.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { inspectionChanges } from './inspection.ts';

type Asked = Output<typeof callInspections.sending>;
interface Props {
  callId: number;
  onClose: () => void;
}

const NO_SHEET = '没有启用的评分表，请先在“评分表”中添加';

/** Why it cannot be sent, and the way to where it is inspected. */
function Refused({ refusal, inspectionId, onClose }: Pick<Asked, 'inspectionId'> & { refusal: string; onClose: () => void }) {
  const show = () => {
    onClose();
    go(`/cloudcall/inspection?id=${inspectionId}`);
  };
  return (
    <Alert
      type="warning"
      showIcon
      title={refusal}
      action={
        inspectionId !== null && (
          <Button size="small" onClick={show}>
            查看质检
          </Button>
        )
      }
    />
  );
}

const Sheet = ({ sheets }: Pick<Asked, 'sheets'>) => (
  <>
    <Form.Item name="sheetId" label={labels.sheetId} rules={[{ required: true, message: '请选择评分表' }]} initialValue={sheets[0]?.id}>
      <Select showSearch optionFilterProp="label" options={sheets.map(({ id, name }) => ({ value: id, label: name }))} />
    </Form.Item>
    <p>送检后列入“通话质检”的待检，来源记为人工和您的姓名；评分后坐席收到通知。同一通话只质检一次。</p>
  </>
);

export default function SendDialog({ callId, onClose }: Props) {
  const { data, isError, error, refetch } = useCall(callInspections.sending, { callId }, { quiet: true, gcTime: 0 });
  const send = useSend(callInspections.create, { changes: inspectionChanges, onSuccess: onClose, onError: () => void refetch() });
  const refusal = data && (data.refusal ?? (data.sheets.length === 0 ? NO_SHEET : null));
  return (
    <FormDialog<{ sheetId: number }>
      title="送质检"
      okText="送质检"
      width={480}
      pending={send.isPending}
      disabled={refusal !== null}
      onSubmit={({ sheetId }) => send.mutate({ callId, sheetId })}
      onClose={onClose}
    >
      {isError && !data && <LoadFailed title={error.message} onAgain={() => void refetch()} />}
      {!data && !isError && <Skeleton active title={false} paragraph={{ rows: 3 }} />}
      {data && refusal !== null && refusal !== undefined && (
        <Refused refusal={refusal} inspectionId={data.inspectionId} onClose={onClose} />
      )}
      {data && refusal === null && <Sheet sheets={data.sheets} />}
    </FormDialog>
  );
}

/** /p/:code for staff: a member of staff who scans a wristband or a bed card comes to the person at once. */
import { Button, Result, Skeleton } from 'antd';
import { Navigate, useParams } from 'react-router';
import { personCodes } from '#contract/elderly/person-codes.ts';
import { useCall } from '#web/api/call.ts';
import { personAddress } from '#web/shell/addresses.ts';
import { go } from '#web/shell/go.ts';
import { HOME } from '#web/shell/tabs.ts';

export default function Scanned() {
  const { code = '' } = useParams();
  const { data, error } = useCall(personCodes.find, { code }, { quiet: true, staleTime: Number.POSITIVE_INFINITY, retry: false });
  if (data) return <Navigate to={personAddress(data.id)} replace />;
  if (!error) return <Skeleton active className="y-page-loading" paragraph={{ rows: 4 }} />;
  return (
    <Result
      status="warning"
      title={error.message}
      subTitle="请核对腕带或床头卡，必要时重新打印"
      extra={
        <Button type="primary" onClick={() => go(HOME, { replace: true })}>
          返回首页
        </Button>
      }
    />
  );
}

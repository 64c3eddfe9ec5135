/** /visitors/badge?id=…: what a visitor wears in the house; its code lets them out again. */
import { PrinterOutlined } from '@ant-design/icons';
import { Button, Skeleton } from 'antd';
import { useSearchParams } from 'react-router';
import { visitorRecords } from '#contract/visitors/visitor-records.ts';
import { useCall } from '#web/api/call.ts';
import { useCurrentUser } from '#web/shell/current-user.ts';
import { go } from '#web/shell/go.ts';
import { MissingPage } from '#web/shell/missing-page.tsx';
import { PaperQr } from '#web/ui/paper-qr.tsx';
import './visitors.css';

export const VISITORS = '/visitors/index';

export default function Badge() {
  const [params] = useSearchParams();
  const id = Number(params.get('id')) || 0;
  const tenant = useCurrentUser()?.tenantName ?? '';
  const { data, isError, error, refetch } = useCall(visitorRecords.get, { id }, { enabled: id > 0, quiet: true });
  if (id === 0 || (isError && !data)) return <MissingPage error={error} noun="访客登记" back={VISITORS} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton active className="y-page-loading" paragraph={{ rows: 8 }} />;
  const { visitorName, oldmanName, place, people, day, arriveTime, dueTime, code } = data;
  return (
    <div className="v-badge-page y-prints-alone">
      <div className="v-badge-acts y-no-print">
        <Button onClick={() => go(VISITORS)}>返回前台</Button>
        <Button type="primary" icon={<PrinterOutlined aria-hidden />} onClick={() => print()} autoFocus>
          打印
        </Button>
      </div>
      <article className="v-badge" aria-label="访客证">
        <header>
          <span>{tenant}</span>
          <b>访客证</b>
        </header>
        <div>
          <dl>
            <dt>访客</dt>
            <dd className="v-badge-name">
              {visitorName}
              {people > 1 && <small> 等 {people} 人</small>}
            </dd>
            <dt>探访</dt>
            <dd>{oldmanName ?? data.purpose ?? '—'}</dd>
            <dt>位置</dt>
            <dd>{place ?? '—'}</dd>
            <dt>日期</dt>
            <dd>{day}</dd>
            <dt>时间</dt>
            <dd>
              {(arriveTime ?? data.startTime).slice(11, 16)} 至 {(dueTime ?? data.endTime).slice(11, 16)}
            </dd>
          </dl>
          <figure>
            <PaperQr value={code} size={112} aria-label={`预约码${code}`} />
            <figcaption>{code}</figcaption>
          </figure>
        </div>
        <footer>请全程佩戴，离院时交回前台</footer>
      </article>
    </div>
  );
}

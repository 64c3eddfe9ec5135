/** /visitors/poster: the sheet for the entrance, with the code that opens the booking page. */
import { PrinterOutlined } from '@ant-design/icons';
import { Button, Result, Skeleton } from 'antd';
import { weekdaysText } from '#contract/visitors/visitor-slots.rules.ts';
import { visitorSettings, visitorSlots } from '#contract/visitors/visitor-settings.ts';
import { useCall } from '#web/api/call.ts';
import { useCurrentUser } from '#web/shell/current-user.ts';
import { go } from '#web/shell/go.ts';
import { PaperQr } from '#web/ui/paper-qr.tsx';
import './visitors.css';

const SETTINGS = '/visitors/index?tab=settings';

export default function Poster() {
  const settings = useCall(visitorSettings.get, {}, { quiet: true });
  const slots = useCall(visitorSlots.page, { current: 1, size: 50, ascs: ['create_time'] }, { quiet: true });
  const tenant = useCurrentUser()?.tenantName ?? '';
  const back = <Button onClick={() => go(SETTINGS)}>返回设置</Button>;
  if (settings.isError) return <Result status="warning" title={settings.error.message} extra={back} />;
  if (!settings.data) return <Skeleton active className="y-page-loading" paragraph={{ rows: 8 }} />;
  const { path } = settings.data;
  if (path === null) return <Result title="请先保存访客设置" extra={back} />;
  return (
    <div className="v-badge-page y-prints-alone">
      <div className="v-badge-acts y-no-print">
        {back}
        <Button type="primary" icon={<PrinterOutlined aria-hidden />} onClick={() => print()}>
          打印
        </Button>
      </div>
      <article className="v-poster" aria-label="预约海报">
        <h1>{tenant}</h1>
        <h2>探访请扫码预约</h2>
        <PaperQr value={`${location.origin}${path}`} size={320} aria-label="预约二维码" />
        <ol>
          <li>手机扫码，选择日期和时段</li>
          <li>填写姓名和老人信息，收到预约码</li>
          <li>到访时在前台出示预约码</li>
        </ol>
        <ul>
          {(slots.data?.records ?? []).map(({ id, weekdays, startClock, endClock, building }) => (
            <li key={id}>
              {weekdaysText(weekdays)} {startClock}–{endClock}
              {building && `（${building}）`}
            </li>
          ))}
        </ul>
      </article>
    </div>
  );
}

/** /homebook/poster: the sheet for the entrance or the street, with the code that opens the booking page. */
import { PrinterOutlined } from '@ant-design/icons';
import { Button, Result, Skeleton } from 'antd';
import { homeAreas } from '#contract/home-care/home-areas.ts';
import { homeSettings } from '#contract/home-care/home-settings.ts';
import { weekdaysText } from '#contract/visitors/visitor-slots.rules.ts';
import { useCall } from '#web/api/call.ts';
import { useCurrentUser } from '#web/shell/current-user.ts';
import { go } from '#web/shell/go.ts';
import { PaperQr } from '#web/ui/paper-qr.tsx';
import './home-care.css';

export default function Poster() {
  const settings = useCall(homeSettings.get, {}, { quiet: true });
  const areas = useCall(homeAreas.page, { current: 1, size: 50, enabled: true }, { quiet: true });
  const tenant = useCurrentUser()?.tenantName ?? '';
  const back = <Button onClick={() => go('/homebook')}>返回居家预约</Button>;
  if (settings.isError) return <Result status="warning" title={settings.error.message} extra={back} />;
  if (!settings.data) return <Skeleton active className="y-page-loading" paragraph={{ rows: 8 }} />;
  const { path } = settings.data;
  if (path === null) return <Result title="请先保存预约设置" extra={back} />;
  return (
    <div className="hc-poster-page y-prints-alone">
      <div className="hc-line y-no-print">
        {back}
        <Button type="primary" icon={<PrinterOutlined aria-hidden />} onClick={() => print()}>
          打印
        </Button>
      </div>
      <article className="hc-poster" aria-label="居家预约海报">
        <h1>{tenant}</h1>
        <h2>居家服务请扫码预约</h2>
        <PaperQr value={`${location.origin}${path}`} size={320} aria-label="预约二维码" />
        <ol>
          <li>手机扫码，填写老人的住址</li>
          <li>选择服务项目和上门时段</li>
          <li>确认后短信告诉您谁来、什么时候来</li>
        </ol>
        <ul>
          {(areas.data?.records ?? []).map(({ id, name, weekdays, startClock, endClock }) => (
            <li key={id}>
              {name}：{weekdaysText(weekdays)} {startClock}–{endClock}
            </li>
          ))}
        </ul>
      </article>
    </div>
  );
}

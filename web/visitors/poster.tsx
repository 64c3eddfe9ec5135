/** /visitors/poster: the sheet for the entrance, with the code that opens the booking page. */
import { Button, Result, Skeleton } from 'antd';
import { weekdaysText } from '#contract/visitors/visitor-slots.rules.ts';
import { visitorSettings, visitorSlots } from '#contract/visitors/visitor-settings.ts';
import { useCall } from '#web/api/call.ts';
import { useCurrentUser } from '#web/shell/current-user.ts';
import { go } from '#web/shell/go.ts';
import { BookingPoster } from '#web/ui/booking-link.tsx';

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
    <BookingPoster
      label="预约海报"
      tenantName={tenant}
      title="探访请扫码预约"
      path={path}
      steps={['手机扫码，选择日期和时段', '填写姓名和老人信息，收到预约码', '到访时在前台出示预约码']}
      lines={(slots.data?.records ?? []).map(({ id, weekdays, startClock, endClock, building }) => ({
        id,
        text: `${weekdaysText(weekdays)} ${startClock}–${endClock}${building ? `（${building}）` : ''}`,
      }))}
      back={back}
    />
  );
}

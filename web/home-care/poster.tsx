/** /homebook/poster: the sheet for the entrance or the street, with the code that opens the booking page. */
import { Button, Result, Skeleton } from 'antd';
import { homeAreas } from '#contract/home-care/home-areas.ts';
import { homeSettings } from '#contract/home-care/home-settings.ts';
import { weekdaysText } from '#contract/visitors/visitor-slots.rules.ts';
import { useCall } from '#web/api/call.ts';
import { useCurrentUser } from '#web/shell/current-user.ts';
import { go } from '#web/shell/go.ts';
import { BookingPoster } from '#web/ui/booking-link.tsx';

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
    <BookingPoster
      label="居家预约海报"
      tenantName={tenant}
      title="居家服务请扫码预约"
      path={path}
      steps={['手机扫码，填写老人的住址', '选择服务项目和上门时段', '确认后短信告诉您谁来、什么时候来']}
      lines={(areas.data?.records ?? []).map(({ id, name, weekdays, startClock, endClock }) => ({
        id,
        text: `${name}：${weekdaysText(weekdays)} ${startClock}–${endClock}`,
      }))}
      back={back}
    />
  );
}

/** /cloudcall/calllink/poster: the sheet for a wall, with the code that calls. */
import { Button, Result, Skeleton } from 'antd';
import { useSearchParams } from 'react-router';
import { callLinks } from '#contract/calls/call-links.ts';
import { useCall } from '#web/api/call.ts';
import { useCurrentUser } from '#web/shell/current-user.ts';
import { go } from '#web/shell/go.ts';
import { BookingPoster } from '#web/ui/booking-link.tsx';

export default function LinkPoster() {
  const [params] = useSearchParams();
  const id = Number(params.get('id')) || 0;
  const address = useCall(callLinks.address, { id }, { quiet: true });
  const link = useCall(callLinks.get, { id }, { quiet: true });
  const tenantName = useCurrentUser()?.tenantName ?? '';
  const back = <Button onClick={() => go('/cloudcall/calllink')}>返回通话链接</Button>;
  const error = address.error ?? link.error;
  if (error) return <Result status="warning" title={error.message} extra={back} />;
  if (!address.data || !link.data) return <Skeleton active className="y-page-loading" paragraph={{ rows: 8 }} />;
  const { path } = address.data;
  if (path === null) return <Result title="请先更换一次地址，再打印" extra={back} />;
  const { name, welcome } = link.data;
  return (
    <BookingPoster
      label="通话链接海报"
      codeLabel="通话二维码"
      tenantName={tenantName}
      title={`${name}（扫码通话）`}
      path={path}
      steps={['手机扫码，打开通话页面', '点“呼叫”，允许使用麦克风', '直接通话，不用安装软件，不用拨号']}
      lines={welcome ? [{ id: 1, text: welcome }] : []}
      back={back}
    />
  );
}

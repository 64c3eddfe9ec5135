/** What the institution has: its package, until when, and how much of it is used. */
import { Alert, Button, Card, Skeleton } from 'antd';
import { packageOrders } from '#contract/subscriptions/package-orders.ts';
import { useCall } from '#web/api/call.ts';
import { formatTime, toMillis } from '#web/ui/display.ts';
import { useQuarterMinute } from '#web/ui/clock.ts';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { StandingTag } from './order-tags.tsx';
import { UsageBar } from './usage-bar.tsx';

const LABELS = { users: '用户', people: '服务对象', devices: '设备', storage: '存储空间' } as const;

export function SubscriptionCard({ onBuy, ofGroup }: { onBuy: (() => void) | null; ofGroup: boolean }) {
  const { data, error, refetch } = useCall(packageOrders.subscription, {}, { quiet: true });
  const now = useQuarterMinute();
  if (error) return <LoadFailed title={error.message} onAgain={() => void refetch()} />;
  if (!data)
    return (
      <Card>
        <Skeleton active paragraph={{ rows: 3 }} />
      </Card>
    );
  const { packageName, packageCode, standing, endTime, closeTime, daysLeft } = data;
  const end = endTime === null ? '长期有效' : formatTime(endTime, 'yyyy-MM-dd HH:mm');
  const coming = data.terms.filter((term) => !term.ended && toMillis(term.startTime) > now);
  return (
    <Card className="sub-card">
      <header>
        <div>
          <h2>
            {packageName ?? packageCode ?? '未订购产品包'} <StandingTag value={standing} />
          </h2>
          <p>
            有效期至 <b>{end}</b>
            {standing === 'open' && daysLeft !== null && `，还剩 ${daysLeft} 天`}
            {standing === 'reading' && closeTime && `，${formatTime(closeTime, 'yyyy-MM-dd HH:mm')} 前仍可登录查看`}
            {coming.length > 0 &&
              `；已续订：${coming.map((term) => `${term.packageName}（${term.startTime.slice(0, 10)} 起）`).join('、')}`}
          </p>
        </div>
        {onBuy && (
          <Button type="primary" onClick={onBuy}>
            {standing === 'open' ? '续费或变更产品包' : '立即续费'}
          </Button>
        )}
      </header>
      {ofGroup && (
        <Alert type="info" showIcon className="sub-group" title="本机构隶属集团，产品包的开通、续费和变更请联系所属集团或平台。" />
      )}
      <div className="sub-bars">
        {data.usage.map(({ kind, ...use }) => (
          <UsageBar key={kind} label={LABELS[kind]} use={use} storage={kind === 'storage'} />
        ))}
      </div>
    </Card>
  );
}

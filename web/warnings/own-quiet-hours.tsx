/** 通知免打扰: when I do not want to be told of warnings, by channel. Part of one's own account. */
import { Alert, Button, Card, Skeleton } from 'antd';
import { useState } from 'react';
import { deliveryPreferences } from '#contract/warnings/delivery-preferences.ts';
import type { TimeWindow } from '#contract/time-windows.rules.ts';
import { channelLabels } from '#contract/warnings/policies.rules.ts';
import { useCall, useSend } from '#web/api/call.ts';
import { TimeWindows } from '#web/ui/time-windows.tsx';
import '#web/ui/setting-row.css';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import './fences.css';

const HINTS: Record<string, string> = { popup: '消息中心里的预警消息', browser: '页面右上角弹出的提醒', sms: '发到本人手机号的短信' };

export function OwnQuietHours() {
  const { data, error, refetch } = useCall(deliveryPreferences.own, {}, { quiet: true });
  const [typed, setTyped] = useState<Record<string, TimeWindow[]>>({});
  const save = useSend(deliveryPreferences.save, {
    changes: [deliveryPreferences.own],
    // What was changed while it was on its way is not saved yet.
    onFresh: (_data, { preferences }) =>
      setTyped((now) =>
        Object.fromEntries(
          Object.entries(now).filter(([channel, quiet]) => !preferences.some((sent) => sent.channel === channel && sent.quiet === quiet)),
        ),
      ),
  });
  const changed = Object.keys(typed).length > 0;
  return (
    <Card
      title="通知免打扰"
      extra={
        <Button
          type="primary"
          disabled={!changed}
          loading={save.isPending}
          onClick={() => save.mutate({ preferences: Object.entries(typed).map(([channel, quiet]) => ({ channel, quiet })) as never })}
        >
          保存
        </Button>
      }
    >
      <Alert type="info" showIcon title="免打扰期间预警会通知下一位当班人员；SOS、跌倒和其他紧急预警不受影响，始终通知您" />
      {error && <LoadFailed title={error.message} onAgain={() => void refetch()} />}
      {!data && !error && <Skeleton active paragraph={{ rows: 4 }} />}
      {data?.map(({ channel, quiet }) => (
        <section key={channel} className="y-setting-row w-quiet-row" aria-label={channelLabels[channel]}>
          <div>
            <h3>{channelLabels[channel]}</h3>
            <p>{HINTS[channel]}</p>
          </div>
          <TimeWindows
            value={typed[channel] ?? quiet}
            none="始终通知"
            most={7}
            label={channelLabels[channel] ?? ''}
            onChange={(windows) => setTyped({ ...typed, [channel]: windows })}
          />
        </section>
      ))}
    </Card>
  );
}

/** 消息提醒: by which ways one is told, in which hours not, and the summary of the day. Part of one's own account. */
import { App, Button, Card, Input as TextInput, Select, Skeleton } from 'antd';
import { useState } from 'react';
import type { Input } from '#contract/http.ts';
import { channelLabels, channels, UNREACHED, type Channel } from '#contract/messages/channels.rules.ts';
import { messagePreferences } from '#contract/messages/message-preferences.ts';
import { useCall, useSend } from '#web/api/call.ts';
import { useCurrentUser } from '#web/shell/current-user.ts';
import { askPermission, permission } from '#web/shell/notice-permission.ts';
import { ClockField, TimeWindows } from '#web/ui/time-windows.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { canPush, isPushed, startPush, stopPush } from './browser-push.ts';
import { ChannelMatrix } from './channel-matrix.tsx';

type Changes = Omit<Input<typeof messagePreferences.save>, 'version'>;

const USUAL_HOUR = '08:00';

/** Whether this browser shows notices, and while a page is open only or always. */
function ThisBrowser({ pushKey }: { pushKey: string | null }) {
  const { message } = App.useApp();
  const user = useCurrentUser()?.sysUser;
  const [allowed, setAllowed] = useState(permission);
  const [pushed, setPushed] = useState(() => user !== undefined && isPushed(user));
  const [busy, setBusy] = useState(false);
  const run = (work: () => Promise<unknown>) => {
    setBusy(true);
    void work()
      .catch((error: Error) => message.error(error.message))
      .finally(() => {
        setBusy(false);
        setAllowed(permission());
        setPushed(user !== undefined && isPushed(user));
      });
  };
  if (allowed === 'unsupported') return <p>此浏览器不支持通知。</p>;
  if (allowed === 'denied') return <p>此浏览器已禁止通知，请在浏览器的网站设置中开启。</p>;
  if (pushKey !== null && canPush() && user)
    return (
      <div className="m-line">
        {pushed ? '已开启：页面关闭后也能收到，退出登录即停止。' : '未开启。'}
        <Button size="small" loading={busy} onClick={() => run(() => (pushed ? stopPush() : startPush(pushKey, user)))}>
          {pushed ? '关闭' : '在此浏览器开启'}
        </Button>
      </div>
    );
  if (allowed === 'granted') return <p>已开启：页面打开但不在前台时提醒。</p>;
  return (
    <Button size="small" loading={busy} onClick={() => run(askPermission)}>
      在此浏览器开启
    </Button>
  );
}

export function MessagePreferences() {
  const { data, error, refetch } = useCall(messagePreferences.own, {}, { quiet: true });
  const [typed, setTyped] = useState<Changes>({});
  const save = useSend(messagePreferences.save, {
    changes: [messagePreferences.own],
    // What was changed while it was on its way is not saved yet.
    onFresh: (_data, sent) =>
      setTyped((now) => Object.fromEntries(Object.entries(now).filter(([name, value]) => value !== sent[name as keyof Changes]))),
    onError: ({ status }) => void (status === 409 && refetch()),
  });
  const set = (changes: Changes) => setTyped((now) => ({ ...now, ...changes }));
  const form = data && { ...data, ...typed };
  const why = (channel: Channel) => {
    if (channel === 'push' || !form) return null;
    return (channel === 'email' ? Boolean(form.email) : form.reach.sms) ? null : UNREACHED[channel];
  };
  const ways = channels.filter((channel) => channel !== 'email' || data?.mail).map((channel) => ({ channel, why: why(channel) }));
  // A summary goes where a browser may be closed.
  const usable = ways.filter((way) => way.why === null && (way.channel !== 'push' || data?.pushKey != null));
  return (
    <Card
      title="消息提醒"
      extra={
        <Button
          type="primary"
          disabled={Object.keys(typed).length === 0}
          loading={save.isPending}
          onClick={() => data && save.mutate({ ...typed, version: data.version })}
        >
          保存
        </Button>
      }
    >
      {error && <LoadFailed title={error.message} onAgain={() => void refetch()} />}
      {!data && !error && <Skeleton active paragraph={{ rows: 8 }} />}
      {form && (
        <div className="m-preferences">
          <section aria-label="提醒方式">
            <p>消息始终出现在消息中心。预警的短信和邮件按通知策略发送；紧急消息不受开关和免打扰影响。</p>
            <ChannelMatrix value={form.choices ?? {}} below={form.defaults} ways={ways} onChange={(choices) => set({ choices })} />
          </section>
          {form.mail && (
            <section aria-label="接收邮箱">
              <h3>接收邮箱</h3>
              <div className="m-line">
                <TextInput
                  aria-label="接收邮箱"
                  type="email"
                  maxLength={120}
                  placeholder="name@example.com"
                  value={form.email ?? ''}
                  onChange={({ target }) => set({ email: target.value })}
                />
              </div>
            </section>
          )}
          <section aria-label="此浏览器">
            <h3>此浏览器</h3>
            <ThisBrowser pushKey={form.pushKey} />
          </section>
          <section aria-label="免打扰时段">
            <h3>免打扰时段</h3>
            <p>时段内的短信、邮件和浏览器通知在结束时合并成一条；期间已阅读的不再发送。</p>
            <TimeWindows
              value={form.quiet ?? []}
              none="随时提醒"
              most={7}
              label="消息免打扰"
              onChange={(quiet) => set({ quiet: quiet.map((one) => ({ ...one, days: [...one.days] })) })}
            />
          </section>
          <section aria-label="每日汇总">
            <h3>每日汇总</h3>
            <p>每天定时发送未读消息的汇总，没有未读时不发送。</p>
            <div className="m-line">
              <Select
                aria-label="每日汇总的方式"
                value={form.dailyChannel ?? ''}
                options={[
                  { value: '', label: '不发送' },
                  ...usable.map(({ channel }) => ({ value: channel, label: channelLabels[channel] })),
                ]}
                popupMatchSelectWidth={false}
                onChange={(dailyChannel) =>
                  set({
                    dailyChannel: (dailyChannel || null) as Channel | null,
                    dailyTime: dailyChannel ? (form.dailyTime ?? USUAL_HOUR) : null,
                  })
                }
              />
              {form.dailyTime && <ClockField label="每日汇总的时间" value={form.dailyTime} onChange={(dailyTime) => set({ dailyTime })} />}
            </div>
          </section>
        </div>
      )}
    </Card>
  );
}

/** /admin/message/settings 消息设置: by which ways everybody is told who decided nothing. */
import { Button, Card, Skeleton } from 'antd';
import { useState } from 'react';
import { channels, type Choices } from '#contract/messages/channels.rules.ts';
import { messagePreferences } from '#contract/messages/message-preferences.ts';
import { useCall, useSend } from '#web/api/call.ts';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { ChannelMatrix } from './channel-matrix.tsx';

const ways = channels.map((channel) => ({ channel, why: null }));

export default function MessageSettings() {
  const { data, error, refetch } = useCall(messagePreferences.settings, {}, { quiet: true });
  const [typed, setTyped] = useState<Choices | null>(null);
  const save = useSend(messagePreferences.update, {
    changes: [messagePreferences.settings, messagePreferences.own],
    // What was changed while it was on its way is not saved yet.
    onFresh: (_data, sent) => setTyped((now) => (now === sent.choices ? null : now)),
    onError: ({ status }) => {
      if (status !== 409) return;
      // What a colleague saved is shown; theirs is not overwritten unseen.
      setTyped(null);
      void refetch();
    },
  });
  return (
    <Card
      title="默认提醒方式"
      extra={
        <Button
          type="primary"
          disabled={typed === null}
          loading={save.isPending}
          onClick={() => data && typed && save.mutate({ choices: typed, version: data.version })}
        >
          保存
        </Button>
      }
    >
      {error && <LoadFailed title={error.message} onAgain={() => void refetch()} />}
      {!data && !error && <Skeleton active paragraph={{ rows: 10 }} />}
      {data && (
        <div className="m-preferences">
          <p>员工没有自己选择时按这里发送。员工可以在个人信息中更改；紧急消息按这里打开的方式发送，员工不能关闭。</p>
          <ChannelMatrix value={typed ?? data.choices} ways={ways} onChange={setTyped} />
        </div>
      )}
    </Card>
  );
}

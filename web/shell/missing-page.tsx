/** What a detail page shows when what it is about cannot be read: gone, or the server does not answer. */
import { Button, Result } from 'antd';
import type { CallError } from '#web/api/refusals.ts';
import { go } from './go.ts';
import { HOME } from './tabs.ts';

interface Props {
  /** Null when the address names nothing. */
  error: CallError | null;
  noun: string;
  /** Address of the list. */
  back: string;
  onRetry: () => void;
}

export function MissingPage({ error, noun, back, onRetry }: Props) {
  // Whoever may not see one may not see the list.
  const refused = error?.status === 403;
  return (
    <Result
      status={error && error.status !== 404 ? 'warning' : '404'}
      title={error?.message ?? `没有指定${noun}`}
      extra={
        <>
          {error && !refused && <Button onClick={onRetry}>重试</Button>}
          <Button type="primary" onClick={() => go(refused ? HOME : back)}>
            {refused ? '返回首页' : '返回列表'}
          </Button>
        </>
      }
    />
  );
}

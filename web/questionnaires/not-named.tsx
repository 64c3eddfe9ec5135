/** What a page shows when its address does not say what the page is about. */
import { Button, Result } from 'antd';

/** An id in an address; null when there is none, or something that cannot be one. */
export function idIn(params: URLSearchParams, name: string): number | null {
  const id = Number(params.get(name));
  return Number.isSafeInteger(id) && id > 0 ? id : null;
}

export function NotNamed({ noun, onBack }: { noun: string; onBack: () => void }) {
  return (
    <Result
      status="404"
      title={`没有指定${noun}`}
      subTitle="网址不完整，请从列表或工单中重新打开。"
      extra={
        <Button type="primary" onClick={onBack}>
          返回
        </Button>
      }
    />
  );
}

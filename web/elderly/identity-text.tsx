/** An identity number without its middle; a press shows it whole, which the operation log and the timeline of the person note. */
import { Button } from 'antd';
import { useState } from 'react';
import { people } from '#contract/elderly/people.ts';
import { useSend } from '#web/api/call.ts';
import { useMay } from '#web/ui/may.ts';
import './identity-text.css';

export function IdentityText({ id, masked }: { id: number; masked: string }) {
  const may = useMay();
  const [whole, setWhole] = useState<string | null>(null);
  const reveal = useSend(people.reveal, { onSuccess: ({ identityNumber }) => setWhole(identityNumber) });
  // Another number was saved meanwhile: the former one is shown no more.
  const fits = whole !== null && whole.slice(-4) === masked.slice(-4);
  return (
    <>
      <span className="e-identity">{fits ? whole : masked}</span>
      {may(people.reveal) && (
        <Button
          type="link"
          size="small"
          loading={reveal.isPending}
          aria-label={fits ? '隐藏身份证号' : '显示身份证号'}
          title={fits ? undefined : '查看会记入操作日志'}
          onClick={() => (fits ? setWhole(null) : reveal.mutate({ id }))}
        >
          {fits ? '隐藏' : '显示'}
        </Button>
      )}
    </>
  );
}

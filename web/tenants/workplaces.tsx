/** Where one may work, and going there. */
import { App, Tag } from 'antd';
import { useState } from 'react';
import { memberships, type Workplace } from '#contract/tenants/memberships.ts';
import { useCall } from '#web/api/call.ts';
import type { CallError } from '#web/api/refusals.ts';
import { moveTo } from './move.ts';
import { useProve } from './prove.tsx';

export const useWorkplaces = () => useCall(memberships.list, {}, { staleTime: 60_000, quiet: true });

/** Why one cannot go there now; null when one can. */
export function closedReason({ status, closed, locked }: Workplace): string | null {
  if (status !== '0') return '已冻结';
  if (closed) return '不在有效期内';
  return locked ? '账号已锁定' : null;
}

export function WorkplaceTags({ place }: { place: Workplace }) {
  const reason = closedReason(place);
  return (
    <>
      {place.current && <Tag color="processing">当前</Tag>}
      {place.home && <Tag color="success">所属机构</Tag>}
      {place.member && !place.home && !place.visiting && <Tag color="purple">成员</Tag>}
      {(!place.member || place.visiting) && <Tag>可进入</Tag>}
      {reason && <Tag color="error">{reason}</Tag>}
    </>
  );
}

/** Gives a function that goes to a tenant, asking for the password where the server wants it, and the id of the one that it is going to. */
export function useMove(): [(place: Workplace) => Promise<void>, number | null] {
  const { message } = App.useApp();
  const prove = useProve();
  const [going, setGoing] = useState<number | null>(null);
  const move = async (place: Workplace) => {
    if (going !== null) return;
    setGoing(place.tenantId);
    try {
      if ((!place.member || place.visiting) && !(await prove())) return;
      await moveTo(place.tenantId, place.name);
    } catch (error) {
      const { name, message: text } = error as CallError;
      if (name === 'CallError' && text) void message.error(text);
    } finally {
      setGoing(null);
    }
  };
  return [move, going];
}

/** Whether the trunk of a service takes us, in words that say what to do. Pure. */
import { callProviders, type CallService } from './call-services.ts';
import type { z } from 'zod';

const WHY: Readonly<Record<number, string>> = {
  401: '账号或密码不正确',
  403: '中继拒绝了账号',
  404: '中继没有这个账号',
  407: '账号或密码不正确',
  408: '中继没有应答，请检查地址和端口',
  503: '找不到中继地址，或中继暂不可用',
};

type Trunk = Pick<z.output<typeof CallService>, 'provider' | 'enabled' | 'hasSecret' | 'trunkStatus'> & {
  trunk: { username: string; registers: boolean };
};

/** Empty for a service that does not register. */
export function trunkText({ provider, enabled, hasSecret, trunk, trunkStatus }: Trunk): string {
  if (provider !== callProviders.sip || !enabled) return '';
  if (!trunk.registers) return '不注册';
  if (!hasSecret || trunk.username === '') return '失败：没有填写中继账号和密码';
  if (trunkStatus === null) return '等待注册';
  return trunkStatus < 300 ? '已注册' : `失败：${WHY[trunkStatus] ?? `中继答复${trunkStatus}`}`;
}

/** Pass codes themselves: drawn, sealed, and recognised again. They are in no log and in no answer but the first. */
import { createHmac, randomInt } from 'node:crypto';
import { isEasyCode } from '#contract/devices/lock-passcodes.rules.ts';
import type { Secrets } from '../db/secrets.ts';
import { seal, unseal } from '../db/sealed.ts';

/** A code of so many digits that nobody would try first. */
export function drawCode(digits: number): string {
  for (;;) {
    const code = randomInt(0, 10 ** digits)
      .toString()
      .padStart(digits, '0');
    if (!isEasyCode(code)) return code;
  }
}

/** By which a code is recognised, and kept from being given twice, without being read. */
export const codeKey = ({ blind }: Pick<Secrets, 'blind'>, tenantId: number, deviceId: number, code: string) =>
  createHmac('sha256', blind).update(`lock-code\0${tenantId}\0${deviceId}\0${code}`).digest();

const codePlace = (tenantId: number, deviceId: number) => `lock_passcodes:${tenantId}:${deviceId}`;
export const sealCode = (secrets: Secrets, tenantId: number, deviceId: number, code: string) =>
  seal(secrets, codePlace(tenantId, deviceId), code);
export const openCode = (secrets: Secrets, tenantId: number, deviceId: number, sealed: Buffer) =>
  unseal(secrets, codePlace(tenantId, deviceId), sealed);

/** What an account of a provider is kept as: for the row that it stands in. */
export const accountPlace = (tenantId: number, deviceId: number) => `locks:${tenantId}:${deviceId}`;

/** Devices in the command palette, by the beginning of their number. */
import { devices } from '#contract/devices/devices.ts';
import { call } from '#web/api/call.ts';
import { deviceAddress } from '#web/shell/addresses.ts';
import type { Finder } from '#web/shell/finders.ts';
import { go } from '#web/shell/go.ts';
import { typeLabel } from './device-tags.tsx';

const MOST = 6;
/** A number, which has digits in it; shorter than this it would be many. */
const NUMBER = /^(?=.*\d)[0-9A-Za-z_-]{5,32}$/;

export const finder: Finder = {
  looksFor: (words, may) => may(devices.page) && NUMBER.test(words),
  async find(words, _may, signal) {
    const { records } = await call(devices.page, { number: words, size: MOST }, { signal, quiet: true });
    return records.map(({ id, imei, name, type, oldmanName, roomName }) => ({
      key: `device-${id}`,
      group: '设备',
      label: imei,
      note: [name ?? typeLabel(type), oldmanName, roomName].filter(Boolean).join(' · '),
      run: () => go(deviceAddress(id)),
    }));
  },
};

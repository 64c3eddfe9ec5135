/**
 * The demonstration's devices, alive: every device that is registered under one of their numbers
 * speaks on its own connection by its own protocol, and says what the page 设备模拟 asks for. Looks once a
 * minute what there is: devices that are added, disabled or removed follow.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import {
  kindsOf,
  SIMULATED_NUMBER,
  type SimulationKind,
  type SimulatedDevice,
  type SimulatedValues,
} from '../../contract/devices/simulations.rules.ts';
import type { protocols } from '../../contract/devices/device-types.ts';
import type { Dependencies } from '../../server/context.ts';
import { renewPassword } from '../../server/devices/device-credentials.ts';
import type { Tx } from '../../server/db/tenant.ts';
import { emit } from '../../server/events.ts';
import type { Place } from './body.ts';
import { bracketSpeaker } from './bracket-speaker.ts';
import { noSimulatorCounts } from './counts.ts';
import { ev07bSpeaker } from './ev07b-speaker.ts';
import { gt06Speaker } from './gt06-speaker.ts';
import { isAbed } from './hours.ts';
import { iwSpeaker } from './iw-speaker.ts';
import { jt808Speaker } from './jt808-speaker.ts';
import { mqttSpeaker } from './mqtt-speaker.ts';
import { heardNow, radioOf, type RadioRoom } from './radio.ts';
import { createRandom } from './random.ts';
import { sayOn, type Said } from './sayings.ts';
import type { Speaker } from './speaker.ts';
import { createTerminal, type Terminal } from './terminal.ts';

export interface SimulatorOptions {
  deps: Dependencies;
  host: string;
  /** Ports of the gateways by protocol; what has none stays silent. */
  ports: Partial<Record<(typeof protocols)[number], number>>;
  /** Where the devices of a tenant are that nobody wears. */
  homes: ReadonlyMap<number, Place>;
  /** Numbers that are switched off until somebody switches them on. */
  resting?: ReadonlySet<string>;
  /** What is left of a battery (%), by number. */
  batteries?: ReadonlyMap<string, number>;
  /** Seconds between two measurements of one device. */
  everySeconds?: number;
}

interface Row extends SimulatedDevice {
  id: number;
  imei: string;
  short_id: string | null;
  lng: number | null;
  lat: number | null;
  /** Of its wearer, or its own. */
  roomId: number | null;
  /** Somebody made it a password of his own. */
  claimed: boolean;
}

interface Simulated extends Row {
  tenantId: number;
  /** Of its own; what is behind a hub has none. */
  terminal: Terminal | null;
}

/** Within one point of the maps: everybody is in the house until somebody is made to leave it. */
const INDOORS = 0.00001;
const TICK = 250;
const LOOK_MS = 60_000;

const rowsOf = (tx: Tx) =>
  tx.rows<Row>(sql`
    select d.id, d.imei, d.short_id, d.type, d.hub_id as "hubId", t.protocol, p.longitude as lng, p.latitude as lat,
      coalesce(b.room_id, d.room_id) as "roomId",
      exists (select from device_credentials c where c.tenant_id = d.tenant_id and c.device_id = d.id
        and c.created_by is not null) as claimed
    from devices d join device_types t on t.tenant_id = d.tenant_id and t.id = d.type_id
      left join people p on p.tenant_id = d.tenant_id and p.id = d.person_id
      left join beds b on b.tenant_id = p.tenant_id and b.id = p.bed_id
    where d.tenant_id = ${tx.tenantId} and d.enabled and d.deleted_at is null and d.imei ~ ${SIMULATED_NUMBER} order by d.id`);

/** What is heard in each room of a tenant. */
const radiosOf = async (tx: Tx) =>
  radioOf(
    await tx.rows<RadioRoom>(sql`select id, building, floor from rooms where tenant_id = ${tx.tenantId} order by place, id`),
    tx.tenantId,
  );

const identity = ({ imei, protocol, type, hubId, roomId }: Row) => [imei, protocol, type, hubId, roomId].join();

/** Starts; devices connect by themselves and keep trying. */
export function startSimulator({ deps, host, ports, homes, resting, batteries, everySeconds = 240 }: SimulatorOptions) {
  const devices = new Map<number, Simulated>();
  const counts = noSimulatorCounts();
  const greeted = new WeakSet<Terminal>();
  const leaving = new AbortController();
  let turn = 0;
  let due = 0;
  let last = performance.now();

  async function speakerOf(tenantId: number, { id, imei, short_id: shortId, type, protocol }: Row): Promise<Speaker | null> {
    switch (protocol) {
      case 'watch':
        return bracketSpeaker(shortId ?? imei);
      case 'iw':
        return iwSpeaker(imei);
      case 'gt06':
        return gt06Speaker(imei);
      case 'ev07b':
        return ev07bSpeaker(imei);
      case 'jt808':
        // The one that registers as the seeded one did.
        return jt808Speaker(imei, { terminalId: `B20001${6 + Number(imei.at(-1))}` });
      case 'mqtt': {
        const password = await deps.inTenant(tenantId, async (tx) => {
          const made = await renewPassword(tx, id, null);
          await emit('device.changed', { deviceId: id }, tx, deps);
          return made;
        });
        const shape = type === 'hub' ? 'hub' : type === 'radar' ? 'radar' : 'belt';
        const behind = () => [...devices.values()].filter(({ hubId }) => hubId === id).map((device) => device.imei);
        return mqttSpeaker(`${imei}:${password}`, { shape, behind });
      }
      default:
        return null;
    }
  }

  async function terminalOf(tenantId: number, row: Row): Promise<Terminal | null> {
    const port = ports[row.protocol as keyof typeof ports];
    const speaker = port === undefined ? null : await speakerOf(tenantId, row);
    if (!speaker || port === undefined) return null;
    const home = row.lng === null || row.lat === null ? homes.get(tenantId) : { lng: row.lng, lat: row.lat };
    const random = createRandom(row.id);
    const around = row.roomId === null ? undefined : (await deps.inTenant(tenantId, radiosOf)).get(row.roomId);
    const terminal = createTerminal({
      host,
      port,
      speaker,
      home: home ?? { lat: 30.2592, lng: 120.1303 },
      random,
      counts,
      heartbeatMs: 60_000,
      resendMs: 10_000,
      roams: INDOORS,
      inBed: isAbed,
      ...(around ? { hears: () => heardNow(around, random) } : {}),
    });
    terminal.rest(resting?.has(row.imei) ?? false);
    const left = batteries?.get(row.imei);
    if (left !== undefined) terminal.body.charge(left);
    return terminal;
  }

  /** Brings what speaks in line with what is registered. */
  async function look(tenantId: number): Promise<void> {
    const rows = await deps.inTenant(tenantId, rowsOf);
    const wanted = new Map(rows.filter((row) => !row.claimed && kindsOf(row).length > 0).map((row) => [row.id, row]));
    for (const [id, device] of devices) {
      const row = wanted.get(id);
      if (device.tenantId !== tenantId || (row && identity(row) === identity(device))) continue;
      devices.delete(id);
      await device.terminal?.stop();
    }
    for (const [id, row] of wanted) {
      if (devices.has(id) || leaving.signal.aborted) continue;
      const device: Simulated = { ...row, tenantId, terminal: null };
      devices.set(id, device);
      try {
        if (row.hubId === null) device.terminal = await terminalOf(tenantId, row);
      } catch (error) {
        // The next look tries again.
        devices.delete(id);
        throw error;
      }
    }
  }

  async function lookEverywhere(): Promise<void> {
    for (const tenantId of homes.keys())
      await look(tenantId).catch((error: unknown) => deps.log.warn({ err: error }, 'the devices to simulate could not be read'));
  }

  const timer = setInterval(() => {
    const now = performance.now();
    const speaking = [...devices.values()].flatMap(({ terminal }) => terminal ?? []);
    due = Math.min(due + ((now - last) / 1000) * (speaking.length / everySeconds), 10);
    last = now;
    for (const terminal of speaking) {
      terminal.tick(now);
      if (!terminal.online || greeted.has(terminal)) continue;
      // Nobody waits minutes to see that it is there.
      greeted.add(terminal);
      terminal.measure();
      terminal.measure();
    }
    for (; due >= 1 && speaking.length > 0; due--) speaking[turn++ % speaking.length]!.measure();
  }, TICK);
  const looking = setInterval(() => void lookEverywhere(), LOOK_MS);
  const ready = lookEverywhere();

  return {
    /** Resolves when all were looked for once. */
    ready,
    /** Looks now what there is. */
    look: lookEverywhere,
    counts,
    get online() {
      return [...devices.values()].filter(({ terminal }) => terminal?.online).length;
    },
    /** Those that are connected and have a button to press. */
    worn: () =>
      [...devices.values()]
        .filter((device) => device.terminal?.online && kindsOf(device).includes('sos'))
        .map(({ tenantId, id }) => ({ tenantId, id })),
    /** Makes a device say something. Resolves when it has, with why it could not in Chinese. */
    async say(tenantId: number, deviceId: number, kind: SimulationKind, values: SimulatedValues = {}): Promise<Said> {
      if (!devices.has(deviceId)) await look(tenantId);
      const device = devices.get(deviceId);
      if (!device || device.tenantId !== tenantId) return '该设备不由模拟器控制';
      if (!kindsOf(device).includes(kind)) return '该设备没有这项功能';
      const terminal = device.hubId === null ? device.terminal : (devices.get(device.hubId)?.terminal ?? null);
      if (!terminal) return '该设备的接入端口没有开启';
      return sayOn(terminal, kind, { values, of: device.hubId === null ? undefined : device.imei, signal: leaving.signal });
    },
    async stop(): Promise<void> {
      leaving.abort();
      clearInterval(timer);
      clearInterval(looking);
      await ready;
      // What is under way has ended with the signal.
      await wait(0);
      await Promise.all([...devices.values()].map(({ terminal }) => terminal?.stop()));
    },
  };
}

export type Simulator = ReturnType<typeof startSimulator>;

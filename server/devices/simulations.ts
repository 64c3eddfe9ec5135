/** 设备模拟: what the simulator of the demonstration speaks for, and how it is asked to. Elsewhere there is nothing of it. */
import type { RowOf } from '../lists/columns.ts';
import type { SearchOf } from '../lists/list.ts';
import { sql } from 'kysely';
import { kindsOf, metricsOf, SIMULATED_NUMBER, wellValues, type SimulatedDevice } from '#contract/devices/simulations.rules.ts';
import { simulations as routes } from '#contract/devices/simulations.ts';
import { isRule, rules } from '#contract/warnings/warnings.rules.ts';
import type { Context, Session } from '../context.ts';
import { contains, equals, readOne, reads, type ReadOptions } from '../lists/crud.ts';
import { refused } from '../errors.ts';
import type { Handlers } from '../http/implement.ts';
import { nameContains } from '../lists/people-reach.ts';
import { deviceRows, reachOfDevices } from './device-rows.ts';
import { askSimulator } from './simulator-desk.ts';

/** The newest warning of a device. One index scan of the devices of a page each; a demonstration has few. */
const warning = () =>
  sql`(select jsonb_build_object('id', w.id, 'rule', w.rule, 'title', w.title, 'severity', w.severity,
    'time', to_char(w.last_at at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI:SS'), 'open', w.status in (0, 2))
    from warnings w where w.tenant_id = devices.tenant_id and w.device_id = devices.id order by w.last_at desc, w.id desc limit 1)`;

type Device = RowOf<typeof routes.page>;
/** The row as it is selected: the rule's label takes the place of a title that is not there. */
type Selected = Omit<Device, 'warning'> & {
  warning: { id: number; rule: string; title: string | null; severity: number; time: string; open: boolean } | null;
};

function simulated(session: Session): ReadOptions<Selected, SearchOf<typeof routes.page>, 'devices'> {
  const { columns: all, ...list } = deviceRows(session);
  const { id, imei, type, typeName, protocol, name, oldmanId, oldmanName, roomName, hubId, hubName, online, lastSeenTime, battery } = all;
  const columns = {
    id,
    imei,
    type,
    typeName,
    protocol,
    name,
    oldmanId,
    oldmanName,
    roomName,
    hubId,
    hubName,
    online,
    lastSeenTime,
    battery,
  };
  const sees = session.permissions.has('warning_devicewarning_view');
  return {
    ...list,
    columns: { ...columns, warning: sees ? warning : () => sql`null::jsonb` },
    scope: (eb, of) => {
      const mine = sql<boolean>`(devices.imei ~ ${SIMULATED_NUMBER} and devices.enabled)`;
      const reach = reachOfDevices(eb, of);
      return reach ? eb.and([mine, reach]) : mine;
    },
    filters: {
      type: equals('type'),
      name: (eb, value, expected) =>
        eb.or([
          contains('name')(eb, value),
          contains('imei')(eb, value),
          sql<boolean>`devices.person_id in (select people.id from people
            where people.tenant_id = ${session.tenantId} and ${nameContains(session.tenantId)(eb, value, expected)})`,
        ]),
    },
    order: 'id',
  };
}

const shown = (row: Selected): Device => ({
  ...row,
  warning: row.warning && {
    ...row.warning,
    title: row.warning.title ?? (isRule(row.warning.rule) ? rules[row.warning.rule].label : row.warning.rule),
  },
});

export const simulations: Handlers<typeof routes> = {
  async page(input, context: Context) {
    const found = await reads(simulated(context.session)).page(input, context);
    return { ...found, records: found.records.map(shown) };
  },

  async say({ deviceId, kind, values }, context: Context) {
    const { deps, session } = context;
    const device: SimulatedDevice = await readOne(simulated(session), deviceId, context);
    if (!kindsOf(device).includes(kind)) throw refused('该设备没有这项功能');
    const measured = metricsOf(device);
    if (values && kind !== 'measure') throw refused('只有测量需要数值');
    if (Object.keys(values ?? {}).some((name) => !(measured as readonly string[]).includes(name))) throw refused('该设备不测量这项数值');
    const told = Object.fromEntries(measured.map((name) => [name, values?.[name] ?? wellValues[name]]));
    await askSimulator(deps, session.tenantId, deviceId, kind, kind === 'measure' ? told : undefined);
    return true;
  },
};

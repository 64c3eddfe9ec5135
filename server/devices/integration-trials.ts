/** The dry run of a mapping: what a message would be recorded as, of which registered devices. Nothing is recorded. */
import { textOf } from '#contract/time.ts';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { deviceIntegrations } from '#contract/devices/device-integrations.ts';
import { told } from '#contract/devices/mapped-texts.rules.ts';
import { mapBody, mapSigned } from '#contract/devices/mappings.rules.ts';
import { bodyOf } from '#contract/devices/message-bodies.rules.ts';
import { isBelieved, nightProblem } from '#contract/devices/sleep-reports.rules.ts';
import type { Work } from '../context.ts';
import { invalid } from '../errors.ts';

type Input = z.output<typeof deviceIntegrations.try.input>;

/** Records that are shown. */
const SHOWN = 20;
const LATE_MS = 15 * 60_000;

interface Known {
  imei: string;
  short_id: string | null;
  name: string | null;
  protocol: string | null;
  /** Of the integration that its type names; null: any may report. */
  reader: number | null;
}

/** Why what is said of a registered device would be refused; null when it would not. */
function refusalOf({ protocol, reader }: Known, speaks: 'mqtt' | 'http', own: number | null): string | null {
  if ((protocol ?? speaks) !== speaks) return `设备类型的通信协议不是${speaks === 'mqtt' ? 'MQTT' : '厂商平台'}，这条数据会被拒绝`;
  return speaks === 'http' && reader !== null && reader !== own ? '设备类型指定了另一个数据接入，这条数据会被拒绝' : null;
}

export async function tryMapping({ id, kind, mapping, body: text }: Input, { tx, deps }: Work) {
  const body = bodyOf(text);
  if (body === undefined) throw invalid('报文既不是JSON，也不是表单（name=value）');
  const { records, problems } = (kind === 'mqtt' ? mapSigned : mapBody)(mapping, body);
  const shown = records.slice(0, SHOWN);
  const ids = [...new Set(shown.flatMap(({ device }) => (device === null ? [] : [device])))];
  const known = ids.length
    ? await tx.rows<Known>(sql`
        select d.imei, d.short_id, d.name, t.protocol, t.integration_id as reader from devices d
        left join device_types t on t.tenant_id = d.tenant_id and t.id = d.type_id
        where d.tenant_id = ${tx.tenantId} and d.deleted_at is null and d.enabled and (d.imei = any(${ids}) or d.short_id = any(${ids}))`)
    : [];
  const speaks = kind === 'mqtt' ? 'mqtt' : 'http';
  const now = deps.now();
  return {
    records: shown.map(({ device, at, events, problems: own }) => {
      const found = device === null ? undefined : known.find(({ imei, short_id }) => imei === device || short_id === device);
      const wrong = found ? refusalOf(found, speaks, id ?? null) : null;
      const believed = isBelieved(at, now);
      return {
        device,
        known: device === null ? null : found !== undefined && wrong === null,
        deviceName: found ? (found.name ?? found.imei) : null,
        time: textOf(believed ? at : now),
        ownTime: believed,
        late: believed && now - at > LATE_MS,
        recorded: events.map((event) => ({ field: event.field, text: told(event) })),
        problems: [
          ...own,
          ...events.flatMap((event) => {
            const message = event.kind === 'sleep' ? nightProblem(event.report, now) : null;
            return message === null ? [] : [{ field: event.field, message }];
          }),
          ...(wrong === null ? [] : [{ field: null, message: wrong }]),
        ],
      };
    }),
    problems: [
      ...problems.map(({ message }) => message),
      ...(records.length > SHOWN ? [`共${records.length}条，这里显示前${SHOWN}条`] : []),
    ],
  };
}

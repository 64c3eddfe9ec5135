/** What was asked of a device beside what it says of itself. */
import { instantOf, textOf } from '#contract/time.ts';
import { sql } from 'kysely';
import { commandStates, settingKinds } from '#contract/devices/device-commands.ts';
import { compare, reportedSettings } from '#contract/devices/device-settings.rules.ts';
import { deviceSettings as routes } from '#contract/devices/device-settings.ts';
import type { CommandKind } from '#contract/devices/device-types.ts';
import { readOne } from '../lists/crud.ts';
import type { Handlers } from '../http/implement.ts';
import { kindsOf } from './device-commands.ts';
import { deviceRows } from './device-rows.ts';

interface Asked {
  id: number;
  kind: CommandKind;
  parameters: Record<string, unknown>;
  state: number;
  attempts: number;
  askTime: string;
  sendTime: string | null;
}

interface Report {
  name: string;
  value: string;
  time: string;
}

export const deviceSettings: Handlers<typeof routes> = {
  async read({ id }, context) {
    const { tx, session } = context;
    await readOne(deviceRows(session), id, context);
    const device = (await tx.row(sql`select d.type, t.protocol, t.commands, t.fall_levels from devices d
      left join device_types t on t.tenant_id = d.tenant_id and t.id = d.type_id
      where d.tenant_id = ${tx.tenantId} and d.id = ${id}`)) as Parameters<typeof kindsOf>[0];
    const commands = await tx.rows<Asked>(sql`
      select distinct on (kind) id, kind, parameters, attempts, created_at as "askTime", sent_at as "sendTime",
        case when state = ${commandStates.waiting} and expires_at <= now() then ${commandStates.expired} else state end::integer as state
      from device_commands where tenant_id = ${tx.tenantId} and device_id = ${id} and kind = any(${settingKinds}::text[])
        and state <> ${commandStates.cancelled}
      order by kind, id desc`);
    const reports = await tx.rows<Report>(
      sql`select name, value, reported_at as time from device_reports where tenant_id = ${tx.tenantId} and device_id = ${id} order by name`,
    );
    const told = reportedSettings(
      device.protocol ?? 'watch',
      reports.map(({ time, ...report }) => ({ ...report, at: instantOf(time) })),
    );
    const supported = kindsOf(device);
    const settings = settingKinds.flatMap((kind) => {
      const asked = commands.find((command) => command.kind === kind) ?? null;
      const reported = told[kind] ?? null;
      if (!asked && !reported && !supported.includes(kind)) return [];
      return [
        {
          kind,
          commandId: asked?.id ?? null,
          asked: asked?.parameters ?? null,
          state: asked?.state ?? null,
          attempts: asked?.attempts ?? 0,
          askTime: asked?.askTime ?? null,
          sendTime: asked?.sendTime ?? null,
          reported: reported?.parameters ?? null,
          reportTime: reported ? textOf(reported.at) : null,
          agreement: compare(
            asked && { parameters: asked.parameters, sentAt: asked.sendTime === null ? null : instantOf(asked.sendTime) },
            reported,
          ),
        },
      ];
    });
    return { settings, reports };
  },
};

/**
 * Empties the queue of commands (`device_commands`) to the devices that are connected
 * here. What waits is known by NOTIFY and, at the start and after a gap, from the database; a device that connects is told with its first
 * frame. Sent at least once: a process that dies between sending and the commit leaves the command waiting, and the device hears it again.
 * A setting that the device does not confirm is sent again with a later frame.
 */
import { sql } from 'kysely';
import { commandStates, MOST_ATTEMPTS, RETRY_MS, settingKinds } from '#contract/devices/device-commands.ts';
import type { WatchWords } from '#contract/devices/device-profiles.ts';
import { protocolCommands, type CommandKind } from '#contract/devices/device-types.ts';
import type { Dependencies } from '../context.ts';
import { deviceKey } from './directory.ts';
import type { EventSink, FrameEvents, KnownDevice, Protocol, ReplyEvent } from './events.ts';
import { spoken } from './command-frames.ts';
import { failCommand, noteAnswer, noteSent } from '../devices/command-states.ts';

/** Sends content to a connected device; false when it is not here. */
export type Send = (deviceKey: string, content: string) => { index: string | null } | false;

interface Waiting {
  /** Of the model; null when it knows the usual ones. */
  words: WatchWords | null;
  id: number;
  kind: CommandKind;
  parameters: Record<string, unknown>;
}

const wordsOf = sql`(select t.profile -> 'words' from devices d join device_types t on t.tenant_id = d.tenant_id and t.id = d.type_id
  where d.tenant_id = device_commands.tenant_id and d.id = device_commands.device_id) as words`;

/** A setting that was sent, may be sent again and is not confirmed. */
const unconfirmed = sql`(state = ${sql.lit(commandStates.sent)} and attempts < ${sql.lit(MOST_ATTEMPTS)} and kind
  = any(${settingKinds}::text[]))`;

export interface DeskOptions {
  deps: Dependencies;
  send: Send;
  /** By which protocol a device is connected here, null when it is not; absent, all speak that of the watches. */
  protocolOf?: (deviceKey: string) => Protocol | null | Promise<Protocol | null>;
}

/** Makes the desk of one process. */
export function commandDesk({ deps, send, protocolOf = () => 'watch' }: DeskOptions) {
  const { inTenant, log, now, pool } = deps;
  const counts = { sent: 0, repeated: 0, confirmed: 0, failed: 0 };
  /** Devices that something may wait for, and from when on it is worth looking (epoch ms). */
  const waiting = new Map<string, number>();
  const busy = new Map<string, Promise<void>>();

  async function tell(tenantId: number, deviceId: number): Promise<void> {
    const key = deviceKey(tenantId, deviceId);
    const protocol = await protocolOf(key);
    await inTenant(tenantId, async (tx) => {
      const queue = await tx.rows<Waiting & { sent: boolean; due: boolean }>(sql`
        select id, kind, parameters, ${wordsOf}, state = ${commandStates.sent} as sent,
          state = 1 or sent_at <= now() - make_interval(secs => ${RETRY_MS / 1000}) as due
        from device_commands where tenant_id = ${tenantId} and device_id = ${deviceId} and (state = 1 or ${unconfirmed})
          and expires_at > now()
        order by id for update skip locked`);
      if (queue.length === 0) waiting.delete(key);
      if (protocol === null) return;
      if (queue.length > 0 && queue.every(({ sent }) => sent)) waiting.set(key, now() + RETRY_MS);
      for (const command of queue.filter(({ due }) => due)) {
        if (command.sent) counts.repeated++;
        let index: string | null = null;
        try {
          for (const content of spoken(command.kind, command.parameters as never, protocol, command.words ?? {}).contents) {
            const sent = send(key, content);
            if (!sent) return;
            index = sent.index;
          }
        } catch (error) {
          counts.failed++;
          const refusal = error instanceof RangeError ? error.message : '指令无法编码';
          await failCommand(tx, command.id, refusal);
          continue;
        }
        counts.sent++;
        await noteSent(tx, command.id, index);
      }
    });
  }

  const due = (key: string) => (waiting.get(key) ?? Infinity) <= now();

  /** One at a time for a device; never rejects. */
  function deliver(tenantId: number, deviceId: number, wanted: (key: string) => boolean): Promise<void> {
    const key = deviceKey(tenantId, deviceId);
    const next = (busy.get(key) ?? Promise.resolve())
      .then(() => (wanted(key) ? tell(tenantId, deviceId) : undefined))
      .catch((error: unknown) => log.warn({ err: error }, 'commands could not be sent'));
    busy.set(key, next);
    void next.then(() => void (busy.get(key) === next && busy.delete(key)));
    return next;
  }

  /** The command sent that this answer is to: the oldest of its name, or where only the index tells, the newest with that index. */
  async function confirm(
    tenantId: number,
    deviceId: number,
    protocol: Protocol,
    { command, values, index, failed }: ReplyEvent,
  ): Promise<void> {
    await inTenant(tenantId, async (tx) => {
      const sent = await tx.rows<Waiting & { message_index: string | null }>(sql`
        select id, kind, parameters, ${wordsOf}, message_index from device_commands
        where tenant_id = ${tenantId} and device_id = ${deviceId} and state = ${commandStates.sent}
        order by id limit 20 for update`);
      const known: readonly CommandKind[] = protocolCommands[protocol];
      const names = sent.map((one) =>
        known.includes(one.kind) ? spoken(one.kind, one.parameters as never, protocol, one.words ?? {}).acknowledgedBy : undefined,
      );
      const named = sent.find(({ message_index: own }, n) => names[n] === command && (index === null || own === null || own === index));
      const meant = named ?? sent.findLast(({ message_index: own }, n) => names[n] === null && index !== null && own === index);
      if (!meant) return;
      if (failed) counts.failed++;
      else counts.confirmed++;
      await noteAnswer(tx, meant.id, { values, failed: failed === true });
    });
  }

  async function after(frame: FrameEvents): Promise<void> {
    const [tenantId, deviceId] = frame.device.key.split(':').map(Number) as [number, number];
    const answers = frame.events.filter((event): event is ReplyEvent => event.kind === 'reply');
    // A quick device answers before it is written down that the command was sent.
    if (answers.length > 0) await busy.get(frame.device.key);
    for (const answer of answers)
      await confirm(tenantId, deviceId, frame.protocol, answer).catch((error: unknown) =>
        log.warn({ err: error }, 'a command’s answer was not written down'),
      );
    if (due(frame.device.key)) void deliver(tenantId, deviceId, due);
  }

  return {
    counts,
    /** The sink that also hears answers and sees who is there. */
    around: (sink: EventSink): EventSink => ({
      async accept(frame) {
        const accepted = await sink.accept(frame);
        await after(frame);
        return accepted;
      },
    }),
    /** Something waits for a device: it is told now when it is here, else when it comes. */
    queued(tenantId: number, deviceId: number): Promise<void> {
      waiting.set(deviceKey(tenantId, deviceId), 0);
      // Also when a look that is under way finds nothing yet, and forgets the device.
      return deliver(tenantId, deviceId, () => true);
    },
    /** A device listens now, or a hub for whoever is behind it: what waits in its tenant is tried. */
    listening({ tenantId, key, profile }: KnownDevice): void {
      for (const waits of profile.kind === 'hub'
        ? [...waiting.keys()].filter((one) => one.startsWith(`${tenantId}:`))
        : waiting.has(key)
          ? [key]
          : [])
        void deliver(tenantId, Number(waits.slice(waits.indexOf(':') + 1)), (one) => waiting.has(one));
    },
    /** Reads what waits in all tenants. */
    async look(): Promise<void> {
      const { rows } = await pool.query<{ tenant_id: number; device_id: number }>(
        'select tenant_id, device_id from app.waiting_commands()',
      );
      await Promise.all(rows.map(({ tenant_id, device_id }) => this.queued(tenant_id, device_id)));
    },
  };
}

/** /screen/group 集团大屏 */
import { useQueryClient } from '@tanstack/react-query';
import { App } from 'antd';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { screens, type GroupInstitution, type GroupScreen } from '#contract/screens/screens.ts';
import { keyOf } from '#web/api/call.ts';
import type { CallError } from '#web/api/refusals.ts';
import { session } from '#web/api/session.ts';
import { chosenTenants, chooseTenants } from '#web/api/tenant-list.ts';
import { useCan } from '#web/api/permissions.ts';
import { moveTo } from '#web/tenants/move.ts';
import { useProve } from '#web/tenants/prove.tsx';
import { useMay } from '#web/ui/may.ts';
import { listenForTouch, play } from '#web/warnings/alarm-sound.ts';
import { spanText } from '#web/warnings/durations.ts';
import { Bars, counted, Figure, Panel, percent } from './charts.tsx';
import { Choice } from './choice.tsx';
import { ranked, totalsOf } from './group-rules.ts';
import { GroupTable } from './group-table.tsx';
import { Stage } from './stage.tsx';
import { useScreen, type Watched } from './use-screen.ts';
import { Waiting } from './waiting.tsx';
import './group.css';

const TITLE = '集团大屏';
const share = (part: number, whole: number) => (whole === 0 ? null : (part / whole) * 100);

function Strip({ institutions }: { institutions: readonly GroupInstitution[] }) {
  const all = totalsOf(institutions);
  const taken = percent(all.taken, all.beds);
  const online = percent(all.online, all.devices);
  return (
    <div className="s-strip s-strip-group">
      <Figure label="机构" value={String(institutions.length)} unit="家" note={`当班 ${counted(all.onDuty)} 人`} />
      <Figure label="在院服务对象" value={counted(all.inCare)} unit="人" note={`外出 ${counted(all.away)}`} />
      <Figure
        label="入住率"
        value={taken === null ? '–' : String(taken)}
        unit={taken === null ? undefined : '%'}
        note={`床位 ${counted(all.beds)}`}
      />
      <Figure
        label="待处理预警"
        value={counted(all.open)}
        unit="条"
        note={`${counted(all.unanswered)} 条无人确认`}
        tone={all.unanswered > 0 ? 'alarm' : undefined}
      />
      <Figure label="今日预警" value={counted(all.today)} unit="条" note={`紧急 ${counted(all.critical)}，已办结 ${counted(all.closed)}`} />
      <Figure
        label="确认用时（平均）"
        value={all.average === null ? '–' : spanText(all.average)}
        note={`今日已确认 ${counted(all.answered)}`}
      />
      <Figure
        label="设备在线"
        value={online === null ? '–' : String(online)}
        unit={online === null ? undefined : '%'}
        note={`${counted(all.online)} / ${counted(all.devices)}`}
      />
      <Figure
        label="今日工单完成"
        value={counted(all.done)}
        unit={`/ ${counted(all.orders)}`}
        note={all.overdue > 0 ? `超时 ${counted(all.overdue)}` : '没有超时'}
        tone={all.overdue > 0 ? 'warn' : undefined}
      />
    </div>
  );
}

function Rankings({ institutions }: { institutions: readonly GroupInstitution[] }) {
  const fastest = ranked(institutions, ({ response }) => response.average);
  const fullest = ranked(institutions, ({ beds }) => share(beds.taken, beds.total), { descending: true });
  const quiet = ranked(institutions, ({ devices }) => share(devices.online, devices.total));
  return (
    <div className="s-group-right">
      <Panel title="确认最快" note="今日平均">
        {fastest.length === 0 ? (
          <p className="s-none">今天还没有确认过的预警</p>
        ) : (
          <Bars bars={fastest.map(({ row, value }) => ({ label: row.name, value, text: spanText(value) }))} />
        )}
      </Panel>
      <Panel title="入住率">
        {fullest.length === 0 ? (
          <p className="s-none">没有登记床位</p>
        ) : (
          <Bars most={100} bars={fullest.map(({ row, value }) => ({ label: row.name, value, text: `${Math.round(value)}%` }))} />
        )}
      </Panel>
      <Panel title="设备在线率" note="低的在前">
        {quiet.length === 0 ? (
          <p className="s-none">没有设备</p>
        ) : (
          <Bars
            most={100}
            bars={quiet.map(({ row, value }) => ({
              label: row.name,
              value,
              text: `${Math.round(value)}%`,
              tone: value < 80 ? ('warn' as const) : undefined,
            }))}
          />
        )}
      </Panel>
    </div>
  );
}

/** Enters an institution the one way there is: after the proof, with a session of its own; its screen is what opens. */
function useEnter(): ((row: GroupInstitution) => Promise<void>) | null {
  const can = useCan();
  const prove = useProve();
  const { message } = App.useApp();
  const isScreen = useStore(session, ({ scope }) => scope === 'screen');
  const enter = useCallback(
    async ({ tenantId, name }: GroupInstitution) => {
      try {
        if (await prove()) await moveTo(tenantId, name, '/screen');
      } catch (error) {
        const { name: kind, message: text } = error as CallError;
        if (kind === 'CallError' && text) void message.error(text);
      }
    },
    [prove, message],
  );
  return isScreen || !can('sys_tenant_enter') ? null : enter;
}

/** Rings once when somewhere more wait than at the last reading. */
function useChime(institutions: readonly GroupInstitution[]): void {
  const waiting = useRef<Map<number, number> | null>(null);
  useEffect(() => {
    const now = new Map(institutions.map(({ tenantId, warnings }) => [tenantId, warnings.unanswered]));
    const more = waiting.current !== null && [...now].some(([id, count]) => count > (waiting.current?.get(id) ?? count));
    waiting.current = now;
    if (more) play('ordinary');
  }, [institutions]);
}

function Wall({ screen, watched, groupId }: { screen: GroupScreen; watched: Watched<GroupScreen>; groupId: number }) {
  const client = useQueryClient();
  const [choosing, setChoosing] = useState(false);
  const enter = useEnter();
  const chosen = chosenTenants(groupId);
  useChime(screen.institutions);
  const choose = (ids: readonly number[]) => {
    chooseTenants(groupId, ids);
    void client.refetchQueries({ queryKey: keyOf(screens.group) });
  };
  const controls = [{ key: 'c', label: chosen.length > 0 ? `选择机构（${chosen.length}）` : '选择机构', act: () => setChoosing(true) }];
  return (
    <Stage {...watched} title={TITLE} name={screen.tenantName} controls={controls} alarmed={false}>
      <main className="s-group">
        <Strip institutions={screen.institutions} />
        <GroupTable institutions={screen.institutions} onEnter={enter} />
        <Rankings institutions={screen.institutions} />
      </main>
      {choosing && <Choice choice={screen.choice} chosen={chosen} onChoose={choose} onClose={() => setChoosing(false)} />}
    </Stage>
  );
}

function Group({ groupId }: { groupId: number }) {
  const client = useQueryClient();
  useEffect(listenForTouch, []);
  const watched = useScreen(screens.group, { hears: false }) as Watched<GroupScreen>;
  const { data, error } = watched;
  const refused = error?.status === 403 && chosenTenants(groupId).length > 0;
  // What was chosen here once is no longer below this group, or somebody else chose it: everything then, instead of nothing for ever.
  useEffect(() => {
    if (!refused) return;
    chooseTenants(groupId, []);
    void client.refetchQueries({ queryKey: keyOf(screens.group) });
  }, [refused, groupId, client]);
  return data && !(error?.status === 403 && !refused) ? (
    <Wall screen={data} watched={watched} groupId={groupId} />
  ) : (
    <Waiting title={TITLE} error={refused ? null : error} />
  );
}

export default function GroupScreenPage() {
  const may = useMay();
  const groupId = useStore(session, ({ user }) => user?.tenantId);
  return may(screens.group) && groupId !== undefined ? <Group groupId={groupId} /> : <Waiting title={TITLE} denied />;
}

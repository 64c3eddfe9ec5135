/** /cloudcall/callmenu/edit: a menu as a tree that is written, its hours, and a trial call beside it. */
import { Alert, Button, ConfigProvider, Input, Result, Skeleton, Switch } from 'antd';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { callMenuLabels } from '#contract/calls/call-menus.labels.ts';
import { callMenus } from '#contract/calls/call-menus.ts';
import { menuWarnings } from '#contract/calls/menu-warnings.rules.ts';
import type { Input as InputOf, Output } from '#contract/http.ts';
import type { TimeWindow } from '#contract/time-windows.rules.ts';
import { useCall, useSend } from '#web/api/call.ts';
import { go } from '#web/shell/go.ts';
import { useClosing } from '#web/ui/closing.tsx';
import { useMay } from '#web/ui/may.ts';
import { TimeWindows } from '#web/ui/time-windows.tsx';
import { useGroups } from '../group-select.tsx';
import { useSeats } from './action-fields.tsx';
import { newPart } from './menu-draft.ts';
import { PartEditor } from './part-editor.tsx';
import { Simulator } from './simulator.tsx';
import { SoundSelect } from './sound-select.tsx';
import './menus.css';

type Menu = Output<typeof callMenus.get>;
type Draft = Pick<Menu, 'name' | 'tree' | 'holidays' | 'closedText' | 'closedSoundId' | 'enabled'> & { hours: TimeWindow[] };
const LIST = '/cloudcall/callmenu';

const draftOf = ({ name, tree, hours, holidays, closedText, closedSoundId, enabled }: Menu): Draft => ({
  name,
  tree,
  hours,
  holidays,
  closedText,
  closedSoundId,
  enabled,
});
const EMPTY: Draft = { name: '', tree: newPart(), hours: [], holidays: true, closedText: '', closedSoundId: null, enabled: true };

/** Who may not see them has none. */
const known = <T,>(all: readonly T[]) => (all.length > 0 ? all : null);

function Editor({ menu }: { menu: Menu | null }) {
  const may = useMay();
  const [before, setBefore] = useState(() => (menu ? draftOf(menu) : EMPTY));
  const [version, setVersion] = useState(menu?.version);
  const [draft, setDraft] = useState(before);
  const dirty = JSON.stringify(before) !== JSON.stringify(draft);
  const [groups, seats] = [useGroups(), useSeats()];
  const saved = () => setBefore(draft);
  const [back, question] = useClosing(
    true,
    () => dirty,
    () => {
      saved();
      go(LIST);
    },
  );
  const create = useSend(callMenus.create, {
    changes: [callMenus.page],
    onSuccess: (id) => {
      saved();
      go(`${LIST}/edit?id=${id}`, { replace: true });
    },
  });
  const update = useSend(callMenus.update, {
    changes: [callMenus.page, callMenus.get],
    onSuccess: () => {
      saved();
      setVersion((now) => (now === undefined ? now : now + 1));
    },
  });
  const change = (more: Partial<Draft>) => setDraft((now) => ({ ...now, ...more }));
  const save = () => {
    const form = draft as InputOf<typeof callMenus.create>;
    if (menu) update.mutate({ ...form, id: menu.id, version } as InputOf<typeof callMenus.update>);
    else create.mutate(form);
  };
  const warnings = menuWarnings(draft.tree, { groups: known(groups), seats: known(seats), numbers: menu?.numbers ?? [] });
  const names = {
    group: (id: number) => groups.find((one) => one.id === id)?.name ?? '未选择',
    seat: (id: number) => seats.find((one) => one.id === id)?.userName ?? '未选择',
  };
  const writes = may(menu ? callMenus.update : callMenus.create);
  return (
    <div className="cm-page">
      {question}
      <header className="cm-head">
        <Button onClick={back}>返回列表</Button>
        <h2>{menu ? draft.name || menu.name : '新增语音菜单'}</h2>
        {dirty && <span className="cm-quiet">有未保存的修改</span>}
        {writes && (
          <Button type="primary" loading={create.isPending || update.isPending} disabled={!dirty} onClick={save}>
            保存
          </Button>
        )}
      </header>
      <div className="cm-columns">
        <div className="cm-form">
          {menu && (
            <Alert
              type={menu.usedBy.length > 0 ? 'info' : 'warning'}
              showIcon
              title={
                menu.usedBy.length > 0
                  ? `来电入口：${menu.usedBy.join('、')}`
                  : '还没有号码或通话链接进入本菜单：在“呼叫服务”的号码或“通话链接”中选择它'
              }
            />
          )}
          <ConfigProvider componentDisabled={!writes}>
            <section className="cm-part" aria-label="基本信息">
              <div className="cm-fields">
                <label>
                  {callMenuLabels.name}
                  <Input
                    value={draft.name}
                    maxLength={30}
                    placeholder="如 来电导航"
                    onChange={({ target }) => change({ name: target.value })}
                  />
                </label>
                <div className="cm-switches">
                  <Switch
                    aria-label="启用菜单"
                    checked={draft.enabled}
                    onChange={(enabled) => change({ enabled })}
                    checkedChildren="启用"
                    unCheckedChildren="停用"
                  />
                  <Switch
                    aria-label={callMenuLabels.holidays}
                    checked={draft.holidays}
                    onChange={(holidays) => change({ holidays })}
                    checkedChildren="节假日服务"
                    unCheckedChildren="节假日休息"
                  />
                </div>
                <div className="cm-wide">
                  <span>{callMenuLabels.hours}</span>
                  <TimeWindows value={draft.hours} onChange={(hours) => change({ hours })} none="全天服务" most={20} />
                </div>
                <label>
                  {callMenuLabels.closedText}
                  <Input
                    value={draft.closedText}
                    maxLength={100}
                    placeholder="不填则说明服务时间"
                    onChange={({ target }) => change({ closedText: target.value })}
                  />
                </label>
                <label>
                  {callMenuLabels.closedSoundId}
                  <SoundSelect
                    label={callMenuLabels.closedSoundId}
                    none="没有语音，电话来电直接结束"
                    value={draft.closedSoundId}
                    onChange={(closedSoundId) => change({ closedSoundId })}
                  />
                </label>
              </div>
            </section>
            <PartEditor part={draft.tree} at="" warnings={warnings} onChange={(tree) => change({ tree })} />
          </ConfigProvider>
        </div>
        <Simulator
          tree={draft.tree}
          opening={draft}
          enabled={draft.enabled}
          closedText={draft.closedText}
          closedSoundId={draft.closedSoundId}
          groups={groups}
          names={names}
        />
      </div>
    </div>
  );
}

export default function MenuPage() {
  const [params] = useSearchParams();
  const id = Number(params.get('id')) || null;
  const { data, error } = useCall(callMenus.get, { id: id ?? 0 }, { quiet: true, enabled: id !== null, refetchOnWindowFocus: false });
  if (error && !data) return <Result status="warning" title={error.message} extra={<Button onClick={() => go(LIST)}>返回列表</Button>} />;
  if (id !== null && !data) return <Skeleton active className="y-page-loading" paragraph={{ rows: 8 }} />;
  return <Editor key={id ?? 'new'} menu={data ?? null} />;
}

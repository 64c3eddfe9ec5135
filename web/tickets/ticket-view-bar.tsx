/** The views above the list of tickets: those that everybody has, the institution's and one's own; and what can be done with them. */
import { DownOutlined, TeamOutlined } from '@ant-design/icons';
import { App, Badge, Button, Dropdown, Tabs } from 'antd';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { savedTicketViews } from '#contract/tickets/saved-ticket-views.ts';
import { ticketViewNames, ticketViews, type TicketView } from '#contract/tickets/tickets.rules.ts';
import { tickets } from '#contract/tickets/tickets.ts';
import { useCall, useSend } from '#web/api/call.ts';
import { shapeOf } from '#web/ui/contract-rules.ts';
import { useMay } from '#web/ui/may.ts';
import { TicketViewDialog } from './ticket-view-dialog.tsx';
import { addressOf, isPlain, isSame, savedIn, savedOf, shownBy, shownIn, type SavedView } from './ticket-views.ts';
import './tickets.css';

const names: ReadonlySet<string> = new Set(Object.keys(shapeOf(tickets.page.input)));
const changes = { changes: [savedTicketViews.list] };

function Count({ view, count }: { view: TicketView; count: number | undefined }) {
  if (!count) return null;
  return (
    <Badge
      className="k-count"
      count={count}
      overflowCount={999}
      size="small"
      color={view === 'overdue' ? 'red' : 'gray'}
      title={`${ticketViews[view]}${count}条`}
    />
  );
}

export function TicketViewBar() {
  const { modal } = App.useApp();
  const [params, setParams] = useSearchParams();
  const { data: counts } = useCall(tickets.counts, {}, { quiet: true });
  const { data: views = [] } = useCall(savedTicketViews.list, {}, { quiet: true });
  const may = useMay();
  const [asked, setAsked] = useState<'create' | 'rename' | null>(null);
  const update = useSend(savedTicketViews.update, changes);
  const remove = useSend(savedTicketViews.remove, { ...changes, onSuccess: () => show('all') });
  const mayShare = may(tickets.assign);
  const shown = shownIn(params, names);
  const saved = savedIn(params, views);
  const changed = saved !== undefined && !isSame(shownBy(saved), shown);
  const mayChange = saved !== undefined && (!saved.shared || mayShare);

  /** Filters stay when one goes from one common list to another; those of a saved view do not. */
  const show = (tab: TicketView) =>
    setParams(addressOf(saved ? { tab, filters: {}, sort: null, descending: false } : { ...shown, tab }, names), { replace: true });
  const open = (view: SavedView) => setParams(addressOf(shownBy(view), names, view.id), { replace: true });
  const choose = (key: string) => {
    const view = views.find(({ id }) => key === `saved-${id}`);
    if (view) open(view);
    else show(key as TicketView);
  };
  const ask = ({ id, name, shared }: SavedView) =>
    void modal.confirm({
      title: `删除视图“${name}”？`,
      content: shared ? '全院的同事都不再有这个视图，诉求不受影响。' : '诉求不受影响。',
      okText: '删除',
      okButtonProps: { danger: true },
      autoFocusButton: 'cancel',
      centered: true,
      onOk: () => remove.mutate({ id }),
    });
  const items = [
    { key: 'create', label: '保存为新视图', disabled: isPlain(shown), onClick: () => setAsked('create') },
    ...(mayChange
      ? [
          {
            key: 'update',
            label: `更新“${saved.name}”`,
            disabled: !changed,
            onClick: () => update.mutate({ id: saved.id, version: saved.version, ...savedOf(shown) }),
          },
          { key: 'rename', label: '重命名', onClick: () => setAsked('rename') },
          ...(mayShare
            ? [
                {
                  key: 'share',
                  label: saved.shared ? '不再共享' : '共享给全院',
                  onClick: () => update.mutate({ id: saved.id, version: saved.version, shared: !saved.shared }),
                },
              ]
            : []),
          { key: 'remove', label: '删除', danger: true, onClick: () => ask(saved) },
        ]
      : []),
  ];
  return (
    <>
      <Tabs
        className="k-views"
        activeKey={saved ? `saved-${saved.id}` : shown.tab}
        onChange={choose}
        items={[
          ...ticketViewNames.map((view) => ({
            key: view as string,
            label: (
              <>
                {ticketViews[view]}
                <Count view={view} count={(counts as Partial<Record<TicketView, number>> | undefined)?.[view]} />
              </>
            ),
          })),
          ...views.map((view) => ({
            key: `saved-${view.id}`,
            label: (
              <span title={view.shared ? `${view.name}，全院共享` : view.name}>
                {view.shared && <TeamOutlined aria-label="全院共享" />}
                {view.name}
                {changed && view.id === saved.id && '（已改）'}
              </span>
            ),
          })),
        ]}
        tabBarExtraContent={
          <Dropdown trigger={['click']} placement="bottomRight" menu={{ items }}>
            <Button>
              视图 <DownOutlined aria-hidden />
            </Button>
          </Dropdown>
        }
      />
      {asked && (
        <TicketViewDialog
          shown={shown}
          renamed={asked === 'rename' ? saved : undefined}
          mayShare={mayShare}
          onSaved={(id) => setParams(addressOf(shown, names, id), { replace: true })}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  );
}

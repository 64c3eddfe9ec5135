/** Asks what a view is called and, of who may share it, whose it is; shows what it keeps. */
import { Checkbox, Form, Input } from 'antd';
import { savedTicketViewLabels, ticketLabels } from '#contract/tickets/tickets.labels.ts';
import { savedTicketViews } from '#contract/tickets/saved-ticket-views.ts';
import { ticketGroups } from '#contract/tickets/ticket-settings.ts';
import { ticketPriorities, ticketSources, ticketStateLabels, ticketTypes, ticketViews } from '#contract/tickets/tickets.rules.ts';
import { tickets } from '#contract/tickets/tickets.ts';
import { titleOf, type Labels } from '#contract/labels.ts';
import { useCall, useSend } from '#web/api/call.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { savedOf, type SavedView, type Shown } from './ticket-views.ts';

const labels: Labels = ticketLabels;
const SORTS: Readonly<Record<string, keyof typeof ticketLabels>> = { create_time: 'createTime', due_time: 'dueTime' };
const words: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  type: ticketTypes,
  priority: ticketPriorities,
  state: ticketStateLabels,
  source: ticketSources,
};

/** The filters and the order in words. */
function Kept({ shown: { tab, filters, sort, descending } }: { shown: Shown }) {
  const { data: groups = [] } = useCall(ticketGroups.choices, {}, { quiet: true, enabled: 'groupId' in filters });
  const { data: owners = [] } = useCall(tickets.owners, {}, { quiet: true, enabled: 'ownerId' in filters });
  const { startDate, endDate, ...rest } = filters;
  const wordOf = (name: string, value: string) => {
    if (name === 'groupId') return groups.find(({ id }) => String(id) === value)?.name ?? value;
    if (name === 'ownerId') return owners.find(({ userId }) => String(userId) === value)?.userName ?? value;
    return words[name]?.[value] ?? value;
  };
  const lines = [
    ...(tab === 'all' ? [] : [ticketViews[tab]]),
    ...Object.entries(rest).map(([name, value]) => `${titleOf(labels, name)}：${wordOf(name, value)}`),
    ...(startDate || endDate ? [`${titleOf(labels, 'startDate')}：${startDate ?? '不限'} 至 ${endDate ?? '不限'}`] : []),
    ...(sort ? [`按${titleOf(labels, SORTS[sort] ?? 'createTime')}${descending ? '从晚到早' : '从早到晚'}`] : []),
  ];
  return (
    <ul className="k-kept">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}

interface Props {
  shown: Shown;
  /** Undefined: a new view is saved. */
  renamed: SavedView | undefined;
  mayShare: boolean;
  onSaved: (id: number) => void;
  onClose: () => void;
}

export function TicketViewDialog({ shown, renamed, mayShare, onSaved, onClose }: Props) {
  const changes = [savedTicketViews.list];
  const create = useSend(savedTicketViews.create, { changes, once: true, onSuccess: (id) => (onClose(), onSaved(id)) });
  const update = useSend(savedTicketViews.update, { changes, onSuccess: onClose });
  return (
    <FormDialog<{ name: string; shared?: boolean }>
      title={renamed ? '重命名视图' : '保存为新视图'}
      okText="保存"
      width={440}
      pending={create.isPending || update.isPending}
      initial={{ name: renamed?.name ?? '', shared: false }}
      onSubmit={({ name, shared = false }) =>
        renamed ? update.mutate({ id: renamed.id, version: renamed.version, name }) : create.mutate({ name, shared, ...savedOf(shown) })
      }
      onClose={onClose}
    >
      <Form.Item
        name="name"
        label={titleOf(savedTicketViewLabels, 'name')}
        rules={[{ required: true, whitespace: true, message: '请填写视图名称' }]}
      >
        <Input maxLength={12} showCount />
      </Form.Item>
      {!renamed && (
        <>
          <Form.Item label={titleOf(savedTicketViewLabels, 'filters')}>
            <Kept shown={shown} />
          </Form.Item>
          {mayShare && (
            <Form.Item name="shared" valuePropName="checked">
              <Checkbox>{titleOf(savedTicketViewLabels, 'shared')}</Checkbox>
            </Form.Item>
          )}
        </>
      )}
    </FormDialog>
  );
}

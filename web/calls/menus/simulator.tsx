/** 试拨: a call through the menu as it is written, at a moment that is chosen, by the rules that lead real calls. */
import { Alert, Button, DatePicker, Empty, Switch } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { useState } from 'react';
import { CLOSED, entered, nodeAt, placeOf, pressed, silent, type MenuNode, type Step } from '#contract/calls/call-menus.rules.ts';
import { hoursText, isOpen, type Opening } from '#contract/calls/call-queues.rules.ts';
import { overflowLabels, overflows, type callGroups } from '#contract/calls/call-groups.ts';
import { dayOf, instantOf } from '#contract/time.ts';
import type { RowOf } from '#web/ui/data-table.tsx';
import { Keypad } from '../workbench/keypad.tsx';
import { actionText, type Names } from './menu-draft.ts';
import { SoundButton } from './sound-player.tsx';

type Group = RowOf<typeof callGroups.page>;

interface Props {
  tree: MenuNode;
  opening: Opening;
  enabled: boolean;
  closedText: string;
  closedSoundId: number | null;
  groups: readonly Group[];
  names: Names;
}
interface Line {
  who: '来电' | '系统';
  text: string;
  soundId?: number | null;
}
interface Walk {
  place: string;
  lines: readonly Line[];
  ended: boolean;
}

const said = (text: string, soundId: number | null): Line => ({ who: '系统', text: text || '（提示音）', soundId });

export function Simulator({ tree, opening, enabled, closedText, closedSoundId, groups, names }: Props) {
  const [at, setAt] = useState<Dayjs>(() => dayjs());
  const [holiday, setHoliday] = useState(false);
  const [walk, setWalk] = useState<Walk | null>(null);
  const now = instantOf(at.format('YYYY-MM-DD HH:mm:ss'));
  const calendar = new Map(holiday ? [[dayOf(now), 1]] : []);

  const lineOf = (place: string): Line => {
    const { greeting, soundId } = nodeAt(tree, placeOf(place).at);
    return said(greeting, soundId);
  };
  /** What becomes of a caller who is led to a group at this moment. */
  function ofGroup(id: number): string {
    const group = groups.find((one) => one.id === id);
    if (!group) return '';
    if (!group.enabled || !isOpen(group, calendar, now))
      return `，但它${group.enabled ? `不在服务时间（${hoursText(group.hours) || '节假日休息'}）` : '已停用'}，来电结束`;
    const then = group.overflow === overflows.group ? `转“${group.overflowGroupName}”` : overflowLabels[group.overflow];
    return `排队，有空闲坐席时振铃；最长等待${group.mostSeconds}秒，之后${then}`;
  }
  const begin = () => {
    const place = enabled ? entered(isOpen(opening, calendar, now)) : CLOSED;
    if (place !== CLOSED) return setWalk({ place, lines: [lineOf(place)], ended: false });
    const closing = enabled ? said(closedText || '现在不在服务时间', closedSoundId) : { who: '系统' as const, text: '菜单已停用' };
    setWalk({ place, lines: [closing, { who: '系统', text: '来电结束' }], ended: true });
  };
  const take = (line: Line, step: Step) => {
    if (!walk) return;
    if ('stays' in step) return setWalk({ place: step.stays, lines: [...walk.lines, line, lineOf(step.stays)], ended: false });
    const { action } = step;
    const text = `${actionText(action, names)}${action.to === 'group' ? ofGroup(action.groupId) : ''}`;
    setWalk({ ...walk, lines: [...walk.lines, line, { who: '系统', text }], ended: true });
  };
  const press = (key: string) => {
    if (!walk) return;
    const known = nodeAt(tree, placeOf(walk.place).at).keys.find((one) => one.key === key);
    take({ who: '来电', text: `按 ${key}${known ? `（${known.name}）` : '（没有这个按键）'}` }, pressed(tree, walk.place, key));
  };
  const wait = () => walk && take({ who: '来电', text: '没有按键' }, silent(tree, walk.place));

  return (
    <section className="cm-simulator" aria-label="试拨">
      <h3>试拨</h3>
      <div className="cm-moment">
        <DatePicker
          aria-label="来电时刻"
          showTime={{ format: 'HH:mm', minuteStep: 5 }}
          format="YYYY-MM-DD HH:mm"
          allowClear={false}
          value={at}
          onChange={(next) => next && setAt(next)}
        />
        <Switch aria-label="当天是节假日" checked={holiday} onChange={setHoliday} checkedChildren="节假日" unCheckedChildren="非节假日" />
        <Button type="primary" onClick={begin}>
          {walk ? '重新拨打' : '拨打'}
        </Button>
      </div>
      {walk === null ? (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="选择时刻后拨打，逐步查看来电人听到什么、被带到哪里" />
      ) : (
        <ol className="cm-lines" aria-live="polite">
          {walk.lines.map(({ who, text, soundId }, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- lines are only added at the end
            <li key={index} className={who === '来电' ? 'cm-caller' : ''}>
              <b>{who}</b>
              <span>{text}</span>
              {soundId != null && <SoundButton key={soundId} id={soundId} label={`第${index + 1}步`} />}
            </li>
          ))}
        </ol>
      )}
      {walk?.ended && <Alert type="success" showIcon title="试拨结束，没有真正呼叫任何人" />}
      <Keypad disabled={walk === null || walk.ended} onKey={press} />
      <Button block disabled={walk === null || walk.ended} onClick={wait}>
        不按键，等待超时
      </Button>
    </section>
  );
}

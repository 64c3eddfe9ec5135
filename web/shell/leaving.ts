/** Closing pages by hand: what is not saved in them is asked about first. */
import { App } from 'antd';
import { unsavedIn } from '#web/ui/unsaved.ts';
import { stepTabs, tabs } from './tab-store.ts';
import type { Tabs } from './tabs.ts';

/** The tabs that a step closes or reads again, and that hold something unsaved. */
function lostBy(step: (tabs: Tabs) => Tabs) {
  const { list } = tabs.getState();
  const after = new Map(step(tabs.getState()).list.map((tab) => [tab.id, tab.round]));
  return list.filter((tab) => after.get(tab.id) !== tab.round && unsavedIn(tab.id));
}

/** Gives what changes the tabs at once, or after the person has agreed to lose what is not saved. */
export function useLeaving(): (step: (tabs: Tabs) => Tabs) => void {
  const { modal } = App.useApp();
  return (step) => {
    const lost = lostBy(step);
    if (lost.length === 0) return stepTabs(step);
    void modal.confirm({
      title: `${lost.map(({ label }) => `“${label}”`).join('、')}有未保存的内容`,
      content: '关闭后，尚未保存的内容将丢失。',
      okText: '不保存，关闭',
      okButtonProps: { danger: true },
      cancelText: '继续编辑',
      onOk: () => stepTabs(step),
    });
  };
}

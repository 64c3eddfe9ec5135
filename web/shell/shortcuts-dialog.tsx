/** What the keys do. */
import { Modal } from 'antd';
import type { DialogProps } from './dialogs.ts';
import { keyLabels, shortcuts } from './shortcuts.ts';
import './shortcuts.css';

/** Keys that are no shortcuts of the frame, but of what has the focus. */
const OTHERS: [string, string[]][] = [
  ['标签栏上：左右移动', ['←', '→']],
  ['标签栏上：关闭标签', ['Delete']],
  ['列表里：上下移动一行', ['↑', '↓']],
  ['列表里：打开这一行', ['Enter']],
  ['到报警卡片，再按一次返回', ['F6']],
  ['报警卡片上：派给第几位', ['1', '2', '3']],
  ['通话：接听', ['Alt', 'J']],
  ['通话：挂断或拒接', ['Alt', 'G']],
  ['通话：静音或取消', ['Alt', 'S']],
  ['通话：保持或取回', ['Alt', 'H']],
];

function Keys({ labels }: { labels: readonly string[] }) {
  return (
    <span className="y-keys">
      {labels.map((label) => (
        <kbd key={label}>{label}</kbd>
      ))}
    </span>
  );
}

export default function ShortcutsDialog({ open, onClose }: DialogProps) {
  const apple = /Mac|iP(hone|ad)/.test(navigator.platform);
  return (
    <Modal title="快捷键" open={open} onCancel={onClose} footer={null} width={560}>
      <dl className="y-shortcut-list">
        {Object.values(shortcuts).map(({ label, keys }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <Keys labels={keyLabels(keys, apple)} />
            </dd>
          </div>
        ))}
        {OTHERS.map(([label, keys]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <Keys labels={keys} />
            </dd>
          </div>
        ))}
      </dl>
      <p className="y-dialog-note">正在输入文字时快捷键不生效，命令面板除外。</p>
    </Modal>
  );
}

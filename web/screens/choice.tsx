/** Choosing the institutions of the group's screen; none chosen is all. */
import { useEffect, useRef, useState } from 'react';
import type { GroupScreen } from '#contract/screens/screens.ts';

interface Props {
  choice: GroupScreen['choice'];
  chosen: readonly number[];
  onChoose: (ids: readonly number[]) => void;
  onClose: () => void;
}

export function Choice({ choice, chosen, onChoose, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set(chosen.length > 0 ? chosen : choice.map(({ tenantId }) => tenantId)));
  useEffect(() => dialog.current?.showModal(), []);
  const toggle = (id: number) => setIds((now) => new Set(now.has(id) ? [...now].filter((one) => one !== id) : [...now, id]));
  const all = choice.every(({ tenantId }) => ids.has(tenantId));
  const submit = () => {
    onChoose(all ? [] : choice.map(({ tenantId }) => tenantId).filter((id) => ids.has(id)));
    onClose();
  };
  return (
    <dialog ref={dialog} className="s-choice" aria-labelledby="s-choice-title" onClose={onClose}>
      <h2 id="s-choice-title">选择机构</h2>
      <p>只在本机记住。选择全部时，以后新增的机构也会显示。</p>
      <ul>
        {choice.map(({ tenantId, name }) => (
          <li key={tenantId}>
            <label>
              <input type="checkbox" checked={ids.has(tenantId)} onChange={() => toggle(tenantId)} />
              {name}
            </label>
          </li>
        ))}
      </ul>
      <footer>
        <button type="button" onClick={() => setIds(new Set(all ? [] : choice.map(({ tenantId }) => tenantId)))}>
          {all ? '全部取消' : '全部选择'}
        </button>
        <span />
        <button type="button" onClick={() => dialog.current?.close()}>
          取消
        </button>
        <button type="button" className="s-primary" disabled={ids.size === 0} onClick={submit}>
          确定
        </button>
      </footer>
    </dialog>
  );
}

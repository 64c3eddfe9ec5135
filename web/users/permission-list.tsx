/** The menus with their buttons, one line a page. Plain inputs: five hundred of them are drawn at once. */
import { CaretDownOutlined, CaretRightOutlined } from '@ant-design/icons';
import { memo, useEffect, useRef } from 'react';
import type { MenuNode } from '#contract/users/menus.ts';
import { isButton, isFolder, lackOf, markOf, tallyOf, type Chosen, type Mark } from './permission-tree.ts';

interface Common {
  chosen: Chosen;
  held: Readonly<Record<string, true>>;
  disabled: boolean;
  closed: ReadonlySet<number>;
  onToggle: (id: number) => void;
  onToggleAlone: (id: number) => void;
  onFold: (id: number) => void;
}

interface BoxProps {
  label: string;
  mark: Mark;
  lack: string | null;
  disabled: boolean;
  permission: string | null;
  onChange: () => void;
}

const Box = memo(function Box({ label, mark, lack, disabled, permission, onChange }: BoxProps) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (input.current) input.current.indeterminate = mark === 'half';
  }, [mark]);
  return (
    <label className="u-perm-box" title={lack ?? permission ?? undefined} data-lack={lack ? '' : undefined}>
      <input ref={input} type="checkbox" checked={mark === 'on'} disabled={disabled || lack !== null} onChange={onChange} />
      {label}
    </label>
  );
});

/** Of a closed branch. */
function Sum({ node, chosen }: { node: MenuNode; chosen: Chosen }) {
  const [on, most] = tallyOf(node, chosen);
  return (
    <span className="u-perm-sum">
      已选 {on} / {most} 项
    </span>
  );
}

type LineProps = Common & { node: MenuNode };

/** Whether the choice is the same for a node and all below it. */
const sameChoice = (node: MenuNode, a: Chosen, b: Chosen): boolean =>
  a.has(node.id) === b.has(node.id) && (node.children ?? []).every((child) => sameChoice(child, a, b));

/** A click draws the lines that it changes, not the other hundred. */
const sameLine = (a: LineProps, b: LineProps) =>
  a.node === b.node &&
  a.disabled === b.disabled &&
  a.held === b.held &&
  a.closed === b.closed &&
  a.onToggle === b.onToggle &&
  sameChoice(a.node, a.chosen, b.chosen);

const Line = memo(function Line({ node, ...common }: LineProps) {
  const { chosen, held, disabled, closed, onToggle, onToggleAlone, onFold } = common;
  const buttons = (node.children ?? []).filter((child) => isButton(child) && !child.children?.length);
  const below = (node.children ?? []).filter((child) => !buttons.includes(child));
  const folder = isFolder(node);
  const open = !closed.has(node.id);
  return (
    <li>
      <div className="u-perm-line" data-folder={folder || undefined}>
        <span className="u-perm-head">
          {below.length > 0 ? (
            <button
              type="button"
              className="u-perm-fold"
              aria-expanded={open}
              aria-label={`${open ? '收起' : '展开'}${node.name}`}
              onClick={() => onFold(node.id)}
            >
              {open ? <CaretDownOutlined aria-hidden /> : <CaretRightOutlined aria-hidden />}
            </button>
          ) : (
            <span className="u-perm-fold" />
          )}
          <Box
            label={node.name}
            mark={markOf(node, chosen)}
            lack={folder ? null : lackOf(node, held)}
            disabled={disabled}
            permission={node.permission}
            onChange={() => onToggle(node.id)}
          />
        </span>
        {!open && <Sum node={node} chosen={chosen} />}
        {buttons.length > 0 && (
          <span className="u-perm-buttons" role="group" aria-label={`${node.name}的按钮`}>
            <Box
              label="查看"
              mark={chosen.has(node.id) ? 'on' : 'off'}
              lack={lackOf(node, held)}
              disabled={disabled}
              permission={node.permission}
              onChange={() => onToggleAlone(node.id)}
            />
            {buttons.map((one) => (
              <Box
                key={one.id}
                label={one.name}
                mark={chosen.has(one.id) ? 'on' : 'off'}
                lack={lackOf(one, held)}
                disabled={disabled}
                permission={one.permission}
                onChange={() => onToggle(one.id)}
              />
            ))}
          </span>
        )}
      </div>
      {below.length > 0 && open && (
        <ul>
          {below.map((child) => (
            <Line key={child.id} node={child} {...common} />
          ))}
        </ul>
      )}
    </li>
  );
}, sameLine);

export function PermissionList({ nodes, ...common }: Common & { nodes: readonly MenuNode[] }) {
  return (
    <ul className="u-perms" aria-label="功能权限">
      {nodes.map((node) => (
        <Line key={node.id} node={node} {...common} />
      ))}
    </ul>
  );
}

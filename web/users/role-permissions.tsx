/** Which menus and buttons a role has. What changes is shown before it is saved. */
import { Alert, Button, Modal, Skeleton, Tag } from 'antd';
import { startTransition, useCallback, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import type { Output } from '#contract/http.ts';
import type { MenuNode } from '#contract/users/menus.ts';
import { menus } from '#contract/users/menus.ts';
import { roles } from '#contract/users/roles.ts';
import { useCall, useSend } from '#web/api/call.ts';
import { session } from '#web/api/session.ts';
import { SideDrawer } from '#web/ui/drawer.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { useMay } from '#web/ui/may.ts';
import { branches, matchingNodes } from '#web/ui/tree-rows.ts';
import { SearchInput } from '#web/ui/search-input.tsx';
import { PermissionList } from './permission-list.tsx';
import { changesOf, closedAtFirst, toggled, toggledAlone, toSave, type Change, type Chosen } from './permission-tree.ts';

interface Props {
  role: { roleId: number; roleName: string };
  /** It was added a moment ago: says what to do. */
  isNew?: boolean | undefined;
  onClose: () => void;
}

/** So many are drawn at once; of more, the branches are closed at first. */
const FEW = 120;

const NONE: ReadonlySet<number> = new Set();

const textOf = ({ name, permission }: MenuNode) => `${name} ${permission ?? ''}`;

function Changes({ title, color, list }: { title: string; color: string; list: readonly Change[] }) {
  if (list.length === 0) return null;
  return (
    <section className="u-changes">
      <h4>
        {title} {list.length} 项
      </h4>
      {list.map(({ id, name }) => (
        <Tag key={id} color={color}>
          {name}
        </Tag>
      ))}
    </section>
  );
}

type Read = Output<typeof roles.permissions>;

function Editor({ role, isNew, read, onReload, onClose }: Props & { read: Read; onReload: () => void }) {
  const may = useMay();
  const held = useStore(session, ({ permissions }) => permissions);
  const before = useMemo<Chosen>(() => new Set(read.menuIds), [read]);
  const [chosen, setChosen] = useState<Chosen>(before);
  const [words, setWords] = useState('');
  const [closed, setClosed] = useState<ReadonlySet<number>>(() => new Set(closedAtFirst(read.tree, FEW)));
  const [confirming, setConfirming] = useState(false);
  const [outrun, setOutrun] = useState(false);
  const shown = useMemo(() => matchingNodes(read.tree, words, textOf), [read.tree, words]);
  const { added, removed } = useMemo(() => changesOf(read.tree, before, chosen), [read.tree, before, chosen]);
  const count = added.length + removed.length;
  const refusal = may(roles.menus) ? read.refusal : '您没有分配权限的权限';
  const toggle = useCallback((id: number) => setChosen((now) => toggled(read.tree, now, id, held)), [read.tree, held]);
  const toggleAlone = useCallback((id: number) => setChosen((now) => toggledAlone(read.tree, now, id, held)), [read.tree, held]);
  const fold = useCallback(
    (id: number) => setClosed((now) => (now.has(id) ? new Set([...now].filter((one) => one !== id)) : new Set([...now, id]))),
    [],
  );
  const send = useSend(roles.menus, {
    changes: [roles.page, roles.permissions, roles.grantable, menus.ofRole],
    onSuccess: onClose,
    onError: ({ status }) => {
      setConfirming(false);
      if (status === 409) setOutrun(true);
    },
  });
  return (
    <SideDrawer
      title={`${role.roleName}的权限`}
      open
      size="large"
      onClose={onClose}
      isDirty={() => count > 0}
      {...(refusal === null
        ? {
            confirmLabel: count > 0 ? `保存（${count} 项变化）` : '保存',
            confirmDisabled: count === 0 || outrun,
            onConfirm: () => setConfirming(true),
          }
        : {})}
    >
      {refusal !== null && <Alert className="u-alert" type="info" showIcon title={`只能查看：${refusal}`} />}
      {isNew && refusal === null && (
        <Alert
          className="u-alert"
          type="success"
          showIcon
          title="角色已新增，还没有任何权限"
          description="请勾选该角色能看到的菜单和按钮并保存，再在列表的“成员”里加入人员。没有权限时，只有这个角色的人登录后什么也看不到。"
        />
      )}
      {outrun && (
        <Alert
          className="u-alert"
          type="warning"
          showIcon
          title="他人刚刚修改了这个角色，您的修改没有保存"
          action={
            <Button size="small" type="primary" onClick={onReload}>
              载入最新内容
            </Button>
          }
        />
      )}
      <div className="u-perm-bar">
        <SearchInput placeholder="搜索菜单、按钮或权限标识" label="搜索权限" value={words} onChange={setWords} />
        <Button type="text" onClick={() => startTransition(() => setClosed(NONE))}>
          全部展开
        </Button>
        <Button type="text" onClick={() => setClosed(new Set(branches(read.tree)))}>
          全部收起
        </Button>
        <span className="u-perm-count" role="status">
          {count > 0 ? `新增 ${added.length} 项，移除 ${removed.length} 项` : '没有变化'}
        </span>
      </div>
      {shown.length === 0 ? (
        <p className="y-missing">{words.trim() ? '没有符合的菜单或按钮' : '还没有菜单'}</p>
      ) : (
        <PermissionList
          nodes={shown}
          chosen={chosen}
          held={held}
          disabled={refusal !== null || outrun}
          closed={words.trim() ? NONE : closed}
          onToggle={toggle}
          onToggleAlone={toggleAlone}
          onFold={fold}
        />
      )}
      <Modal
        open={confirming}
        title={`确认修改“${role.roleName}”的权限？`}
        okText="确认保存"
        cancelText="返回"
        okButtonProps={{ loading: send.isPending }}
        onOk={() => send.mutate({ roleId: role.roleId, menuIds: toSave(read.tree, chosen), version: read.version })}
        onCancel={() => setConfirming(false)}
        width={560}
        centered
      >
        <p className="u-note">保存后，拥有该角色的人立即生效。</p>
        <Changes title="新增" color="success" list={added} />
        <Changes title="移除" color="error" list={removed} />
      </Modal>
    </SideDrawer>
  );
}

export function RolePermissions({ role, isNew, onClose }: Props) {
  const query = useCall(roles.permissions, { id: role.roleId }, { quiet: true, staleTime: 0, gcTime: 0, refetchOnWindowFocus: false });
  const [round, setRound] = useState(0);
  if (query.data)
    return (
      <Editor
        key={round}
        role={role}
        isNew={isNew}
        read={query.data}
        onReload={() => void query.refetch().then(() => setRound((now) => now + 1))}
        onClose={onClose}
      />
    );
  return (
    <SideDrawer title={`${role.roleName}的权限`} open size="large" onClose={onClose}>
      {query.isError ? (
        <LoadFailed title={query.error.message} onAgain={() => void query.refetch()} />
      ) : (
        <Skeleton active paragraph={{ rows: 12 }} />
      )}
    </SideDrawer>
  );
}

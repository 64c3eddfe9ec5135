/** /userPanel 操作台: everything about oneself, behind the own password. */
import { LockOutlined } from '@ant-design/icons';
import { Button, Input, Skeleton, Tabs } from 'antd';
import { lazy, Suspense, useId, useState, type ComponentType, type LazyExoticComponent } from 'react';
import { useSearchParams } from 'react-router';
import { memberships } from '#contract/tenants/memberships.ts';
import { keyOf, useCall, useSend } from '#web/api/call.ts';
import { useQueryClient } from '@tanstack/react-query';
import { PROOF_LABEL, proofOf } from '#web/tenants/prove.tsx';
import { panelTabs } from './panel-tabs.ts';
import './user-panel.css';

const parts = new Map<string, LazyExoticComponent<ComponentType>>(panelTabs.map(({ name, load }) => [name, lazy(load)]));

/** The door: opens for ten minutes. */
function Door({ onOpen }: { onOpen: () => void }) {
  const id = useId();
  const [password, setPassword] = useState('');
  const check = useSend(memberships.check, { onSuccess: onOpen });
  return (
    <form
      className="t-door"
      onSubmit={(event) => {
        event.preventDefault();
        if (password) check.mutate(proofOf(password));
      }}
    >
      <LockOutlined aria-hidden />
      <h2>验证身份后进入操作台</h2>
      <p>操作台可以切换机构、查看登录设备，请输入登录密码确认是您本人。</p>
      <label htmlFor={id}>{PROOF_LABEL}</label>
      <Input.Password
        id={id}
        autoFocus
        autoComplete="current-password"
        maxLength={128}
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      <Button type="primary" htmlType="submit" block loading={check.isPending} disabled={password === ''}>
        进入操作台
      </Button>
    </form>
  );
}

export default function UserPanel() {
  const [params, setParams] = useSearchParams();
  const client = useQueryClient();
  const { data, isPending } = useCall(memberships.check, {}, { staleTime: 30_000, quiet: true });
  const [opened, setOpened] = useState(false);
  const wanted = params.get('name') ?? '';
  const name = parts.has(wanted) ? wanted : 'info';
  if (isPending) return <Skeleton active className="t-panel" />;
  if (!opened && !data?.proved)
    return (
      <div className="t-panel">
        <Door
          onOpen={() => {
            setOpened(true);
            void client.invalidateQueries({ queryKey: keyOf(memberships.check) });
          }}
        />
      </div>
    );
  return (
    <div className="t-panel">
      <Tabs
        activeKey={name}
        onChange={(next) => setParams({ name: next }, { replace: true })}
        destroyOnHidden
        items={panelTabs.map(({ name: key, label }) => {
          const Part = parts.get(key) as LazyExoticComponent<ComponentType>;
          return {
            key,
            label,
            children: (
              <Suspense fallback={<Skeleton active />}>
                <Part />
              </Suspense>
            ),
          };
        })}
      />
    </div>
  );
}

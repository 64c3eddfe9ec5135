/** Adding or changing one row of a plain entity. A row that somebody else changed in the meantime is shown, not overwritten. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Form, Skeleton } from 'antd';
import { useState, type ReactNode } from 'react';
import type { Route } from '#contract/http.ts';
import { call, keyOf, useSend } from '#web/api/call.ts';
import type { CallError } from '#web/api/refusals.ts';
import { SideDrawer } from './drawer.tsx';
import { ContractForm } from './form.tsx';

export interface CrudRoutes {
  page: Route;
  create: Route;
  get: Route;
  update: Route;
  remove: Route;
}

type Values = Record<string, any>;

interface Props {
  noun: string;
  routes: CrudRoutes;
  /** The row's id, null for a new one. */
  id: number | null;
  initial?: Values | undefined;
  /** From the row as it is read to what the fields hold. */
  toForm?: ((row: any) => Values) | undefined;
  toInput?: ((values: Values) => Values) | undefined;
  size?: 'small' | 'medium' | 'large' | undefined;
  onClose: () => void;
  children: ReactNode;
}

/** The fields of the contract's form that the row has, null as unset. */
function fieldsOf(route: Route, row: Values): Values {
  const names = Object.keys((route.input as { shape?: object }).shape ?? {});
  return Object.fromEntries(names.flatMap((name) => (row[name] === undefined || row[name] === null ? [] : [[name, row[name]]])));
}

/** Its fresh row, with the fields that are not as they were when this person began. */
function Conflict({ route, fresh, onTake, onKeep, children }: { route: Route; fresh: Values; onTake: () => void; onKeep: () => void; children: ReactNode }) {
  const [shown, setShown] = useState(true);
  return (
    <Alert
      type="warning"
      showIcon
      className="y-conflict"
      title="保存失败：在您编辑期间，他人修改了这条记录"
      description={
        <>
          <p>可以载入最新内容重新编辑，或保留您的内容，再次保存时覆盖对方的修改。</p>
          <div className="y-conflict-buttons">
            <Button size="small" type="primary" onClick={onTake}>
              载入最新内容
            </Button>
            <Button size="small" onClick={onKeep}>
              保留我的内容
            </Button>
            <Button size="small" type="link" aria-expanded={shown} onClick={() => setShown(!shown)}>
              {shown ? '收起最新内容' : '查看最新内容'}
            </Button>
          </div>
          {shown && (
            <ContractForm route={route} disabled initialValues={fresh}>
              {children}
            </ContractForm>
          )}
        </>
      }
    />
  );
}

export function CrudDrawer({ noun, routes, id, initial, toForm, toInput, size, onClose, children }: Props) {
  const [form] = Form.useForm();
  const client = useQueryClient();
  const route = id === null ? routes.create : routes.update;
  const [fresh, setFresh] = useState<Values | null>(null);
  /** The row that was taken over after a conflict. */
  const [taken, setTaken] = useState<Values | null>(null);
  const valuesOf = (one: Values) => toForm?.(one) ?? fieldsOf(route, one);
  // Not the list's cache: news of the row must not move the version below what is being typed.
  const reading = useQuery<Values, CallError>({
    queryKey: ['editing', routes.get.path, id],
    queryFn: () => call(routes.get, { id }, { quiet: true }) as Promise<Values>,
    enabled: id !== null,
    staleTime: 'static',
    gcTime: 0,
  });
  const row = taken ?? reading.data ?? null;

  const showFresh = async () => {
    setFresh((await call(routes.get, { id })) as Values);
    await client.invalidateQueries({ queryKey: keyOf(routes.page) });
  };
  const send = useSend(route, {
    changes: [routes.page, routes.get],
    onSuccess: () => onClose(),
    onError: (error) => {
      if (error.status === 409 && id !== null) void showFresh();
    },
  });
  const submit = (values: Values) => {
    const input = toInput?.(values) ?? values;
    // A cleared field is null on the wire; one that is left out would stay as it was.
    const whole = Object.fromEntries(Object.entries(input).map(([name, value]) => [name, value === undefined ? null : value]));
    send.mutate(id === null ? input : { ...whole, id, version: row?.version as number });
  };
  const settle = (one: Values, take: boolean) => {
    setTaken(one);
    setFresh(null);
    if (!take) return;
    form.resetFields();
    form.setFieldsValue(valuesOf(one));
  };

  return (
    <SideDrawer
      title={id === null ? `新增${noun}` : `编辑${noun}`}
      open
      size={size ?? 'medium'}
      onClose={onClose}
      isDirty={() => form.isFieldsTouched()}
      confirmLabel="保存"
      confirming={send.isPending}
      confirmDisabled={fresh !== null || (id !== null && row === null)}
      onConfirm={() => form.submit()}
    >
      {reading.isError && <Alert type="error" showIcon title={reading.error.message} action={<Button onClick={() => void reading.refetch()}>重试</Button>} />}
      {fresh && (
        <Conflict route={route} fresh={valuesOf(fresh)} onTake={() => settle(fresh, true)} onKeep={() => settle(fresh, false)}>
          {children}
        </Conflict>
      )}
      {id === null || row ? (
        <ContractForm route={route} form={form} initialValues={row ? valuesOf(row) : initial} onSubmit={submit}>
          {children}
        </ContractForm>
      ) : (
        !reading.isError && <Skeleton active paragraph={{ rows: 8 }} />
      )}
    </SideDrawer>
  );
}

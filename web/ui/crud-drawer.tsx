/** Adding or changing one row of a plain entity. A row that somebody else changed in the meantime is shown, not overwritten. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Form, Skeleton } from 'antd';
import { useMemo, useState, type ReactNode } from 'react';
import type { Output, Route } from '#contract/http.ts';
import { call, keyOf, useSend } from '#web/api/call.ts';
import type { CallError } from '#web/api/refusals.ts';
import { shapeOf } from './contract-rules.ts';
import { SideDrawer } from './drawer.tsx';
import { ContractForm } from './form.tsx';
import { LoadFailed } from './load-failed.tsx';

interface EditRoutes {
  page: Route;
  create: Route;
  get: Route;
  update: Route;
}
export interface CrudRoutes extends EditRoutes {
  remove: Route;
}

/** What the fields hold, or a row as it was read: only its page knows more of it. */
type Values = Record<string, unknown>;

interface Props<R extends EditRoutes> {
  noun: string;
  routes: R;
  /** The row's id, null for a new one. */
  id: number | null;
  initial?: Values | undefined;
  /** From the row as it is read to what the fields hold. */
  toForm?: ((row: NonNullable<Output<R['get']>>) => Values) | undefined;
  toInput?: ((values: Values) => Values) | undefined;
  size?: 'small' | 'medium' | 'large' | undefined;
  /** What the update calls the id. */
  idField?: string | undefined;
  /** After it was saved and the drawer closed; the answer to a new row is its id. */
  onSaved?: ((input: Values, answer: unknown) => void) | undefined;
  onClose: () => void;
  children: ReactNode;
}

/** The fields of the contract's form that the row has, null as unset. */
function fieldsOf(route: Route, row: Values): Values {
  const names = Object.keys(shapeOf(route.input));
  return Object.fromEntries(names.flatMap((name) => (row[name] === undefined || row[name] === null ? [] : [[name, row[name]]])));
}

/** Names of the fields that are not the same in both. */
const changedIn = (before: Values, after: Values) =>
  new Set(
    Object.keys({ ...before, ...after }).filter((name) => JSON.stringify(before[name] ?? null) !== JSON.stringify(after[name] ?? null)),
  );

interface ConflictProps {
  route: Route;
  before: Values;
  fresh: Values;
  onTake: () => void;
  onKeep: () => void;
  children: ReactNode;
}

/** What somebody else has changed, in the form's own fields. */
function Conflict({ route, before, fresh, onTake, onKeep, children }: ConflictProps) {
  const only = useMemo(() => changedIn(before, fresh), [before, fresh]);
  return (
    <Alert
      type="warning"
      showIcon
      className="y-conflict"
      title="保存失败：在您编辑期间，他人修改了这条记录"
      description={
        <>
          <p>以下是对方修改后的内容。可以放弃您的修改，载入最新内容；也可以保留您改过的字段，其余采用最新内容，再次保存。</p>
          <ContractForm route={route} disabled only={only} initialValues={fresh}>
            {children}
          </ContractForm>
          <div className="y-conflict-buttons">
            <Button size="small" type="primary" onClick={onTake}>
              载入最新内容
            </Button>
            <Button size="small" onClick={onKeep}>
              保留我改过的
            </Button>
          </div>
        </>
      }
    />
  );
}

export function CrudDrawer<R extends EditRoutes>({
  noun,
  routes,
  id,
  initial,
  toForm,
  toInput,
  size,
  idField = 'id',
  onSaved,
  onClose,
  children,
}: Props<R>) {
  const [form] = Form.useForm();
  const client = useQueryClient();
  const route = id === null ? routes.create : routes.update;
  const [fresh, setFresh] = useState<Values | null>(null);
  /** The row that was taken over after a conflict. */
  const [taken, setTaken] = useState<Values | null>(null);
  const valuesOf = (one: Values) => toForm?.(one as NonNullable<Output<R['get']>>) ?? fieldsOf(route, one);
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
    const now = (await call(routes.get, { id })) as Values;
    // A taken name or bed is a 409 as well, and says so itself.
    if (now.version === row?.version) return;
    setFresh(now);
    await client.invalidateQueries({ queryKey: keyOf(routes.page) });
  };
  const send = useSend(route, {
    changes: [routes.page, routes.get],
    onSuccess: (answer, input) => {
      onClose();
      onSaved?.(input as Values, answer);
    },
    onError: (error) => {
      if (error.status === 409 && id !== null) void showFresh();
    },
  });
  const submit = (values: Values) => {
    // Enter in a field sends, too: once.
    if (send.isPending) return;
    const input = toInput?.(values) ?? values;
    if (id === null || row === null) return send.mutate(input);
    // The update takes the whole form: what has no field here stays as it was, what was cleared is null.
    const cleared = Object.fromEntries(Object.entries(input).map(([name, value]) => [name, value === undefined ? null : value]));
    send.mutate({ ...fieldsOf(route, row), ...cleared, [idField]: id, version: row.version as number });
  };
  const settle = (one: Values, takeAll: boolean) => {
    const values = valuesOf(one);
    const names = Object.keys(form.getFieldsValue() as Values).filter((name) => takeAll || !form.isFieldTouched(name));
    if (takeAll) form.resetFields();
    for (const name of names) form.setFieldValue(name, values[name]);
    setTaken(one);
    setFresh(null);
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
      {reading.isError && <LoadFailed title={reading.error.message} onAgain={() => void reading.refetch()} />}
      {fresh && row && (
        <Conflict
          route={route}
          before={valuesOf(row)}
          fresh={valuesOf(fresh)}
          onTake={() => settle(fresh, true)}
          onKeep={() => settle(fresh, false)}
        >
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

/** /admin/dict/index 字典管理. `?id=` is the dictionary shown. */
import { useQueryClient } from '@tanstack/react-query';
import { Empty, Input, Modal, Spin } from 'antd';
import { useState } from 'react';
import { dictionaries, dictionaryItems } from '#contract/system/dictionaries.ts';
import { dictionaryLabels } from '#contract/system/dictionaries.labels.ts';
import { keyOf, useCall, useSend } from '#web/api/call.ts';
import { CrudDrawer } from '#web/ui/crud-drawer.tsx';
import { labelledField } from '#web/ui/form.tsx';
import { useAskedId } from '#web/ui/asked-id.ts';
import { DictionaryItems } from './dictionary-items.tsx';
import { DictionaryList, type DictionaryAction, type DictionaryRow } from './dictionary-list.tsx';
import './system.css';

const Field = labelledField(dictionaryLabels);

const form = (
  <>
    <Field name="type" extra="程序里使用的名称，2到50位字母、数字或下划线，以字母开头">
      <Input placeholder="如 diet_type" maxLength={50} />
    </Field>
    <Field name="description" label="名称">
      <Input placeholder="如 膳食类型" maxLength={100} />
    </Field>
    <Field name="remarks" wide>
      <Input.TextArea placeholder="选填" maxLength={200} showCount autoSize={{ minRows: 2, maxRows: 4 }} />
    </Field>
  </>
);

const copyOf = ({ type, description, remarks }: DictionaryRow) => ({
  type: `${type}_copy`.slice(0, 50),
  ...(description ? { description: `${description}副本` } : {}),
  ...(remarks ? { remarks } : {}),
});

type Editing = { id: number | null; from: DictionaryRow | null };

export default function Dictionaries() {
  const client = useQueryClient();
  const [modal, holder] = Modal.useModal();
  const [id, show] = useAskedId('id');
  const [editing, setEditing] = useState<Editing | null>(null);
  const query = useCall(dictionaries.get, { id: id ?? 0 }, { enabled: id !== null, quiet: true });
  const changes = [dictionaries.page, dictionaries.get, dictionaries.byType, dictionaryItems.page];
  const remove = useSend(dictionaries.remove, {
    changes,
    onSuccess: (_done, input) => {
      if (Number(input.id) === id) show(null);
    },
  });
  const act = (action: DictionaryAction, dictionary: DictionaryRow) => {
    if (action === 'edit') setEditing({ id: dictionary.id, from: null });
    else if (action === 'copy') setEditing({ id: null, from: dictionary });
    else
      void modal.confirm({
        title: `确定删除“${dictionary.description ?? dictionary.type}”吗？`,
        content: `其中的 ${dictionary.items} 个选项一并删除，使用它的表单将没有选项，且不能恢复。`,
        okText: '删除',
        okButtonProps: { danger: true },
        cancelText: '取消',
        onOk: () => remove.mutateAsync({ id: dictionary.id }).catch(() => {}),
      });
  };
  return (
    <div className="m-page">
      {holder}
      <DictionaryList chosen={id} onChoose={(one) => show(one.id)} onAdd={() => setEditing({ id: null, from: null })} onAct={act} />
      <div className="m-main">
        {id === null || query.isError ? (
          <Empty
            className="m-empty"
            image={Empty.PRESENTED_IMAGE_SIMPLE}
            description={query.isError ? query.error.message : '请从左侧选择一个字典'}
          />
        ) : query.data ? (
          <DictionaryItems key={id} dictionary={query.data} />
        ) : (
          <Spin className="m-empty" />
        )}
      </div>
      {editing && (
        <CrudDrawer
          key={`${editing.id} ${editing.from?.id}`}
          noun={editing.from ? `字典：复制“${editing.from.description ?? editing.from.type}”` : '字典'}
          routes={dictionaries}
          id={editing.id}
          initial={editing.from ? copyOf(editing.from) : {}}
          {...(editing.from ? { toInput: (values: Record<string, unknown>) => ({ ...values, copyFrom: editing.from?.id }) } : {})}
          onSaved={() => void client.invalidateQueries({ queryKey: keyOf(dictionaries.byType) })}
          size="small"
          onClose={() => setEditing(null)}
        >
          {form}
        </CrudDrawer>
      )}
    </div>
  );
}

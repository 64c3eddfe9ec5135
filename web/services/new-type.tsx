/** A service type added where one is chosen: the first project of an institution needs no other page. */
import { PlusOutlined } from '@ant-design/icons';
import { Button, Input } from 'antd';
import { useState } from 'react';
import { serviceTypes } from '#contract/services/services.ts';
import { useSend } from '#web/api/call.ts';
import './services.css';

export function NewType({ onMade }: { onMade: (id: number, name: string) => void }) {
  const [name, setName] = useState('');
  const add = useSend(serviceTypes.create, {
    changes: [serviceTypes.tree, serviceTypes.page],
    onSuccess(id, { name: made }) {
      setName('');
      onMade(id, made);
    },
  });
  const typed = name.trim();
  const submit = () => {
    if (typed !== '' && !add.isPending) add.mutate({ name: typed });
  };
  // The keys are typed here; the tree above must not take them.
  return (
    <div className="y-new-type" onKeyDown={(event) => event.stopPropagation()}>
      <Input
        aria-label="新分类名称"
        placeholder="没有合适的？输入新分类"
        maxLength={40}
        value={name}
        onChange={({ target }) => setName(target.value)}
        onPressEnter={(event) => {
          event.preventDefault();
          submit();
        }}
      />
      <Button icon={<PlusOutlined aria-hidden />} disabled={typed === ''} loading={add.isPending} onClick={submit}>
        新增分类
      </Button>
    </div>
  );
}

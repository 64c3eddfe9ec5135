/** The dictionaries at the left: search, choose, add, copy, change, delete. */
import { MoreOutlined, PlusOutlined } from '@ant-design/icons';
import { keepPreviousData } from '@tanstack/react-query';
import { Button, Dropdown, Empty, Pagination, Skeleton, Tag } from 'antd';
import { useState } from 'react';
import { dictionaries } from '#contract/system/dictionaries.ts';
import { useCall } from '#web/api/call.ts';
import type { RowOf } from '#web/ui/data-table.tsx';
import { useMay } from '#web/ui/may.ts';
import { SearchInput } from '#web/ui/search-input.tsx';

export type DictionaryRow = RowOf<typeof dictionaries.page>;
export type DictionaryAction = 'edit' | 'copy' | 'delete';

const SIZE = 50;

interface Props {
  chosen: number | null;
  onChoose: (dictionary: DictionaryRow) => void;
  onAdd: () => void;
  onAct: (action: DictionaryAction, dictionary: DictionaryRow) => void;
}

export function DictionaryList({ chosen, onChoose, onAdd, onAct }: Props) {
  const may = useMay();
  const [words, setWords] = useState('');
  const [current, setCurrent] = useState(1);
  const name = words.trim();
  const query = useCall(
    dictionaries.page,
    { current, size: SIZE, ascs: ['type'], ...(name ? { name } : {}) },
    { quiet: true, placeholderData: keepPreviousData },
  );
  const rows = query.data?.records ?? [];
  const items = ({ system }: DictionaryRow) => [
    {
      key: 'edit',
      label: '编辑',
      disabled: system === '1' || !may(dictionaries.update),
      title: system === '1' ? '系统内置字典不能修改' : '',
    },
    { key: 'copy', label: '复制', disabled: !may(dictionaries.create) },
    {
      key: 'delete',
      label: '删除',
      danger: true,
      disabled: system === '1' || !may(dictionaries.remove),
      title: system === '1' ? '系统内置字典不能删除' : '',
    },
  ];
  return (
    <aside className="m-side" aria-label="字典">
      <div className="m-side-head">
        <SearchInput
          placeholder="搜索类型或名称"
          label="搜索字典"
          value={words}
          onChange={(text) => {
            setWords(text);
            setCurrent(1);
          }}
        />
        {may(dictionaries.create) && (
          <Button type="primary" icon={<PlusOutlined aria-hidden />} aria-label="新增字典" title="新增字典" onClick={onAdd} />
        )}
      </div>
      <div className="m-side-body">
        {query.isPending ? (
          <Skeleton active title={false} paragraph={{ rows: 10 }} />
        ) : query.isError && rows.length === 0 ? (
          <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={query.error.message}>
            <Button size="small" onClick={() => void query.refetch()}>
              重试
            </Button>
          </Empty>
        ) : rows.length === 0 ? (
          <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={name ? '没有符合的字典' : '暂无字典'} />
        ) : (
          <ul>
            {rows.map((row) => (
              <li key={row.id} data-chosen={row.id === chosen || undefined}>
                <button type="button" className="m-dict" aria-current={row.id === chosen || undefined} onClick={() => onChoose(row)}>
                  <span>
                    {row.description ?? row.type} {row.system === '1' && <Tag>内置</Tag>}
                  </span>
                  <small>
                    {row.type} · {row.items} 项
                  </small>
                </button>
                <Dropdown trigger={['click']} menu={{ items: items(row), onClick: ({ key }) => onAct(key as DictionaryAction, row) }}>
                  <Button
                    type="text"
                    size="small"
                    icon={<MoreOutlined aria-hidden />}
                    aria-label={`${row.description ?? row.type}的操作`}
                  />
                </Dropdown>
              </li>
            ))}
          </ul>
        )}
      </div>
      {(query.data?.pages ?? 0) > 1 && (
        <Pagination
          size="small"
          simple
          showSizeChanger={false}
          className="m-side-foot"
          current={current}
          pageSize={SIZE}
          total={query.data?.total ?? 0}
          onChange={setCurrent}
        />
      )}
    </aside>
  );
}

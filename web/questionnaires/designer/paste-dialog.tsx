/** Questions out of a text: pasted, looked at, added. */
import { Alert, Empty, Input, Tag } from 'antd';
import { useDeferredValue, useMemo, useState } from 'react';
import { itemTypes, type Option } from '#contract/questionnaires/item-types.rules.ts';
import { pastedItems } from '#contract/questionnaires/pasted-items.rules.ts';
import { DraftDialog } from '#web/ui/draft-dialog.tsx';
import type { Wanted } from './editor.tsx';

const EXAMPLE = `1. 您的姓名*
2. 最近睡眠如何
A. 好
B. 一般
C. 差
3. 哪里不舒服[多选]
  头晕
  胸闷
  其他
4. 还想告诉我们什么[问答]`;

interface Props {
  onAdd: (items: Wanted[]) => void;
  onClose: () => void;
}

export default function PasteDialog({ onAdd, onClose }: Props) {
  const [text, setText] = useState('');
  const late = useDeferredValue(text);
  const { items, problems } = useMemo(() => pastedItems(late), [late]);
  return (
    <DraftDialog
      title="粘贴文字生成题目"
      width={960}
      okText={items.length > 0 ? `添加${items.length}题` : '添加'}
      okButtonProps={{ disabled: items.length === 0 || text !== late }}
      isDirty={() => text.trim() !== ''}
      onOk={() => {
        onAdd(items);
        onClose();
      }}
      onClose={onClose}
    >
      <p className="q-hint">
        一行一道题；选项写在题目下面，行首缩进或写“A.”。题目加 * 为必填，加 [多选]、[下拉]、[问答]、[数字]、[日期]、[评分]、[上传]、[签名]
        等指定题型。生成的题目排在最后。
      </p>
      <div className="q-paste">
        <Input.TextArea
          aria-label="题目文字"
          rows={16}
          maxLength={50_000}
          placeholder={EXAMPLE}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <section aria-label="生成的题目">
          {problems.length > 0 && (
            <Alert
              type="warning"
              showIcon
              title={problems.slice(0, 6).map(({ line, text: said }) => (
                <div key={`${line}${said}`}>
                  第{line}行：{said}
                </div>
              ))}
            />
          )}
          {items.length === 0 ? (
            <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="粘贴后在这里预览" />
          ) : (
            <ol>
              {items.map(({ type, title, required, expand }, at) => (
                // oxlint-disable-next-line react/no-array-index-key -- the list is made anew with every change
                <li key={at}>
                  <span>
                    {title || itemTypes[type]} {required && <Tag>必填</Tag>}
                  </span>
                  <small>
                    {itemTypes[type]}
                    {expand.options ? `：${(expand.options as Option[]).map(({ label }) => label).join('、')}` : ''}
                  </small>
                </li>
              ))}
            </ol>
          )}
        </section>
      </div>
    </DraftDialog>
  );
}

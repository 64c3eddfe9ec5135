/** Options below options, written as lines: each level is two blanks further in. */
import { Input } from 'antd';
import { useId, useState } from 'react';
import type { Option } from '#contract/questionnaires/item-types.rules.ts';
import { treeOf, treeText } from '#contract/questionnaires/option-tree.rules.ts';

interface Props {
  options: readonly Option[];
  onChange: (options: Option[], mark: string) => void;
}

export function TreeField({ options, onChange }: Props) {
  const id = useId();
  /** What is typed, while the field has the focus: blanks at the end of a line are not in the options. */
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <div className="q-property" data-wide>
      <label htmlFor={id}>选项</label>
      <Input.TextArea
        id={id}
        autoSize={{ minRows: 5, maxRows: 16 }}
        value={typed ?? treeText(options)}
        onChange={(event) => {
          setTyped(event.target.value);
          onChange(treeOf(event.target.value, options), 'tree');
        }}
        onBlur={() => setTyped(null)}
      />
      <small>每行一个选项，下一级比上一级多缩进两个空格</small>
    </div>
  );
}

/** The buttons above rich text that is written. One is reached by Tab, the others by the arrows; Escape goes back to the text. */
import {
  BoldOutlined,
  ClearOutlined,
  DownOutlined,
  ItalicOutlined,
  OrderedListOutlined,
  PictureOutlined,
  RedoOutlined,
  StrikethroughOutlined,
  UnderlineOutlined,
  UndoOutlined,
  UnorderedListOutlined,
} from '@ant-design/icons';
import { Button, Dropdown, Tooltip } from 'antd';
import { useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { keyName, type Action, type Standing } from './rich-text-commands.ts';
import { LinkTool } from './rich-text-link.tsx';
import { textPicture } from './rich-text-pictures.ts';

interface Tool {
  action: Action;
  label: string;
  key?: string;
  icon: ReactNode;
}

const LEVELS: Readonly<Record<string, string>> = { level0: '正文', level2: '大标题', level3: '中标题', level4: '小标题' };

const QUOTE = (
  <span className="y-rich-quote-mark" aria-hidden>
    “
  </span>
);
const STEPS: Tool[] = [
  { action: 'undo', label: '撤销', key: 'Ctrl+Z', icon: <UndoOutlined aria-hidden /> },
  { action: 'redo', label: '重做', key: 'Ctrl+Y', icon: <RedoOutlined aria-hidden /> },
];
const MARKS: Tool[] = [
  { action: 'strong', label: '加粗', key: 'Ctrl+B', icon: <BoldOutlined aria-hidden /> },
  { action: 'em', label: '斜体', key: 'Ctrl+I', icon: <ItalicOutlined aria-hidden /> },
  { action: 'u', label: '下划线', key: 'Ctrl+U', icon: <UnderlineOutlined aria-hidden /> },
  { action: 's', label: '删除线', key: 'Ctrl+Shift+S', icon: <StrikethroughOutlined aria-hidden /> },
];
const BLOCKS: Tool[] = [
  { action: 'ordered', label: '编号列表', key: 'Ctrl+Shift+7', icon: <OrderedListOutlined aria-hidden /> },
  { action: 'bullet', label: '项目列表', key: 'Ctrl+Shift+8', icon: <UnorderedListOutlined aria-hidden /> },
  { action: 'quote', label: '引用', icon: QUOTE },
];
const CLEAR: Tool = { action: 'clear', label: '清除格式', key: 'Ctrl+\\', icon: <ClearOutlined aria-hidden /> };

/** A click must not take the cursor out of the text. */
const keepCursor = (event: { preventDefault: () => void }) => event.preventDefault();

interface Props {
  standing: Standing;
  /** Id of the text. */
  controls: string;
  run: (action: Action) => void;
  link: (href: string | null) => void;
  /** Whether the address of a link is asked for, also by its key. */
  linking: boolean;
  onLinking: (open: boolean) => void;
  pictures: (files: File[]) => void;
  back: () => void;
}

export function RichTextToolbar({ standing, controls, run, link, linking, onLinking, pictures, back }: Props) {
  const bar = useRef<HTMLDivElement>(null);
  const files = useRef<HTMLInputElement>(null);
  const [at, setAt] = useState(0);
  let count = 0;
  /** What makes a button one of the row. */
  const place = () => {
    const index = count++;
    return { tabIndex: index === at ? 0 : -1, onFocus: () => setAt(index), onMouseDown: keepCursor, size: 'small', type: 'text' } as const;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const buttons = [...(bar.current?.querySelectorAll<HTMLElement>(':scope > button') ?? [])];
    if (!buttons.includes(event.target as HTMLElement)) return;
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: buttons.length - 1 }[event.key];
    if (to !== undefined) buttons.at(to % buttons.length)?.focus();
    else if (event.key === 'Escape') back();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const tool = ({ action, label, key, icon }: Tool) => {
    const step = action === 'undo' || action === 'redo';
    return (
      <Tooltip key={action} title={key ? `${label}（${keyName(key)}）` : label} mouseEnterDelay={0.4} trigger={['hover', 'focus']}>
        <Button
          {...place()}
          icon={icon}
          aria-label={label}
          // One that is disabled could not be reached, and with it the rest of the row.
          {...(step
            ? { 'aria-disabled': !standing.on[action] }
            : action === 'clear'
              ? {}
              : { 'aria-pressed': standing.on[action] ?? false })}
          onClick={() => run(action)}
        />
      </Tooltip>
    );
  };
  return (
    <div ref={bar} className="y-rich-tools" role="toolbar" aria-label="格式" aria-controls={controls} onKeyDown={onKeyDown} tabIndex={-1}>
      {STEPS.map(tool)}
      <Dropdown
        trigger={['click']}
        menu={{
          items: Object.entries(LEVELS).map(([key, label]) => ({ key, label: <span className={`y-rich-${key}`}>{label}</span> })),
          selectable: true,
          selectedKeys: [`level${standing.level}`],
          onClick: ({ key }) => run(key as Action),
        }}
      >
        <Button {...place()} icon={<DownOutlined aria-hidden />} iconPlacement="end" className="y-rich-level" aria-haspopup="menu">
          {LEVELS[`level${standing.level}`]}
        </Button>
      </Dropdown>
      {MARKS.map(tool)}
      {BLOCKS.map(tool)}
      <LinkTool button={place()} href={standing.href} open={linking} onOpen={onLinking} onLink={link} />
      <Tooltip title="插入图片（也可粘贴或拖入）" mouseEnterDelay={0.4} trigger={['hover', 'focus']}>
        <Button {...place()} icon={<PictureOutlined aria-hidden />} aria-label="插入图片" onClick={() => files.current?.click()} />
      </Tooltip>
      {tool(CLEAR)}
      <input
        ref={files}
        type="file"
        className="y-rich-file"
        tabIndex={-1}
        aria-label="插入的图片文件"
        multiple
        accept={textPicture.types.map((type) => `.${type}`).join()}
        onChange={({ target }) => {
          pictures([...(target.files ?? [])]);
          target.value = '';
        }}
      />
    </div>
  );
}

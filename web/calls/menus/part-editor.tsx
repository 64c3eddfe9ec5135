/** One level of a menu: what is said, what each key does, what happens without a key; deeper levels stand below their key. */
import { ArrowDownOutlined, ArrowUpOutlined, DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Alert, App, Button, Input, InputNumber, Select } from 'antd';
import type { MenuNode } from '#contract/calls/call-menus.rules.ts';
import type { MenuWarning } from '#contract/calls/menu-warnings.rules.ts';
import { ActionFields } from './action-fields.tsx';
import { freeKey, KEYS, moved, newAction, type ActionKind } from './menu-draft.ts';
import { SoundSelect } from './sound-select.tsx';

const DEEPEST = 4;

interface Props {
  part: MenuNode;
  /** The keys that lead here. */
  at: string;
  warnings: readonly MenuWarning[];
  onChange: (part: MenuNode) => void;
}
type Row = MenuNode['keys'][number];

const titleAt = (at: string) => (at === '' ? '第一层' : `按 ${[...at].join(' → ')} 之后`);

function KeyRow({ part, row, index, at, warnings, onChange }: Props & { row: Row; index: number }) {
  const { modal } = App.useApp();
  const { keys } = part;
  const label = `${titleAt(at)}的按键${row.key}`;
  const change = (more: Partial<Row>) =>
    onChange({ ...part, keys: keys.map((one, place) => (place === index ? { ...one, ...more } : one)) });
  const drop = () => onChange({ ...part, keys: keys.filter((_, place) => place !== index) });
  const below = row.action.to === 'menu' ? row.action.menu.keys.length : 0;
  const ask = () =>
    below === 0
      ? drop()
      : void modal.confirm({
          title: `删除按键${row.key}“${row.name}”？`,
          content: `它下面的菜单和其中的${below}个按键会一起删除。`,
          okText: '删除',
          okButtonProps: { danger: true },
          cancelText: '取消',
          autoFocusButton: 'cancel',
          onOk: drop,
        });
  const without: ActionKind[] = [...(at === '' ? (['up'] as const) : []), ...(at.length + 1 >= DEEPEST ? (['menu'] as const) : [])];
  return (
    <li>
      <div className="cm-key">
        <Select
          aria-label={`${label}的键`}
          value={row.key}
          onChange={(key: string) => change({ key })}
          options={KEYS.map((key) => ({ value: key, label: key, disabled: key !== row.key && keys.some((one) => one.key === key) }))}
        />
        <Input
          aria-label={`${label}的名称`}
          maxLength={20}
          placeholder="名称，如 服务台"
          value={row.name}
          onChange={({ target }) => change({ name: target.value })}
        />
        <ActionFields label={label} value={row.action} without={without} onChange={(action) => change({ action })} />
        <span className="cm-moves">
          <Button
            type="text"
            icon={<ArrowUpOutlined aria-hidden />}
            aria-label={`${label}上移`}
            disabled={index === 0}
            onClick={() => onChange({ ...part, keys: moved(keys, index, -1) })}
          />
          <Button
            type="text"
            icon={<ArrowDownOutlined aria-hidden />}
            aria-label={`${label}下移`}
            disabled={index === keys.length - 1}
            onClick={() => onChange({ ...part, keys: moved(keys, index, 1) })}
          />
          <Button type="text" icon={<DeleteOutlined aria-hidden />} aria-label={`删除${label}`} onClick={ask} />
        </span>
      </div>
      {warnings
        .filter((one) => one.at === at && one.key === row.key)
        .map(({ text }) => (
          <Alert key={text} type="warning" showIcon title={text} />
        ))}
      {row.action.to === 'menu' && (
        <PartEditor
          part={row.action.menu}
          at={at + row.key}
          warnings={warnings}
          onChange={(menu) => change({ action: { to: 'menu', menu } })}
        />
      )}
    </li>
  );
}

export function PartEditor(props: Props) {
  const { part, at, warnings, onChange } = props;
  const change = (more: Partial<MenuNode>) => onChange({ ...part, ...more });
  const title = titleAt(at);
  const next = freeKey(part);
  return (
    <section className="cm-part" aria-label={title}>
      <h4>{title}</h4>
      <div className="cm-fields">
        <label>
          欢迎词
          <Input.TextArea
            value={part.greeting}
            maxLength={200}
            autoSize={{ minRows: 2, maxRows: 4 }}
            placeholder="如：服务台请按1，紧急情况请按2"
            onChange={({ target }) => change({ greeting: target.value })}
          />
        </label>
        <label>
          语音
          <SoundSelect
            label={`${title}的语音`}
            none="没有语音，电话来电只听到提示音"
            value={part.soundId}
            onChange={(soundId) => change({ soundId })}
          />
        </label>
      </div>
      {warnings
        .filter((one) => one.at === at && one.key === null)
        .map(({ text }) => (
          <Alert key={text} type="warning" showIcon title={text} />
        ))}
      <ul className="cm-keys">
        {part.keys.map((row, index) => (
          <KeyRow key={row.key} {...props} row={row} index={index} />
        ))}
      </ul>
      <Button
        type="dashed"
        icon={<PlusOutlined aria-hidden />}
        disabled={next === null}
        onClick={() => next && change({ keys: [...part.keys, { key: next, name: '', action: newAction('group') }] })}
      >
        添加按键
      </Button>
      <div className="cm-silence">
        <span>等待按键</span>
        <InputNumber<number>
          aria-label={`${title}等待按键的秒数`}
          min={3}
          max={60}
          precision={0}
          suffix="秒"
          value={part.seconds}
          onChange={(seconds) => change({ seconds: seconds ?? 10 })}
        />
        <span>没有按键或按错时重播</span>
        <InputNumber<number>
          aria-label={`${title}重播的次数`}
          min={0}
          max={5}
          precision={0}
          suffix="次"
          value={part.repeats}
          onChange={(repeats) => change({ repeats: repeats ?? 0 })}
        />
        <span>，之后</span>
        <ActionFields
          label={`${title}无按键时`}
          value={part.otherwise}
          without={at === '' ? ['menu', 'repeat', 'up'] : ['menu', 'repeat']}
          onChange={(otherwise) => change({ otherwise })}
        />
      </div>
    </section>
  );
}

/** What a scoring sheet asks, as it is written: groups of items with their points, and what comes together. */
import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Checkbox, Form, Input, InputNumber } from 'antd';
import { sheetItemLabels } from '#contract/calls/call-sheets.labels.ts';
import { FULL_POINTS, totalOf, type SheetGroup } from '#contract/calls/call-sheets.rules.ts';
import './quality.css';

/** Of items that are new: keys stay with an item for good, so that its figures go on. */
const newKey = () => Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => (byte % 36).toString(36)).join('');
export const newItem = () => ({ key: newKey(), name: '', points: 0, fatal: false, note: '' });

interface ItemProps {
  group: number;
  item: number;
  label: string;
  onRemove: () => void;
}
function Item({ group, item, label, onRemove }: ItemProps) {
  const at = ['groups', group, 'items', item];
  const fatal = Form.useWatch<boolean | undefined>([...at, 'fatal']) ?? false;
  return (
    <div className="cq-item">
      <Form.Item name={[item, 'key']} hidden>
        <Input />
      </Form.Item>
      <Form.Item name={[item, 'name']} rules={[{ required: true, whitespace: true, message: '请输入评分项名称' }]}>
        <Input aria-label={`${label}的名称`} maxLength={40} placeholder="如 开头问候" />
      </Form.Item>
      {fatal ? (
        <span className="cq-fatal">否决整单</span>
      ) : (
        <Form.Item name={[item, 'points']}>
          <InputNumber<number> aria-label={`${label}的分值`} min={0} max={FULL_POINTS} precision={0} suffix="分" />
        </Form.Item>
      )}
      <Form.Item name={[item, 'fatal']} valuePropName="checked">
        <Checkbox aria-label={`${label}一票否决`}>{sheetItemLabels.fatal}</Checkbox>
      </Form.Item>
      <Form.Item name={[item, 'note']}>
        <Input aria-label={`${label}的评分标准`} maxLength={200} placeholder="评分标准，如 5秒内问候并报出机构名称" />
      </Form.Item>
      <Button type="text" icon={<DeleteOutlined aria-hidden />} aria-label={`删除${label}`} onClick={onRemove} />
    </div>
  );
}

function Total() {
  const groups = Form.useWatch<SheetGroup[] | undefined>('groups') ?? [];
  const total = totalOf(groups.map((group) => ({ ...group, items: (group?.items ?? []).filter(Boolean) })));
  return (
    <p role="status" className={total === FULL_POINTS ? 'cq-sum' : 'cq-sum cq-wrong'}>
      合计 {total} 分{total === FULL_POINTS ? '' : `，应为 ${FULL_POINTS} 分`}
    </p>
  );
}

export const SheetFields = () => (
  <Form.Item label="评分项" className="y-form-wide">
    <Form.List name="groups">
      {(groups, groupList) => (
        <div className="cq-groups">
          {groups.map(({ key, name: group }) => (
            <section key={key} className="cq-group" aria-label={`分组${group + 1}`}>
              <div className="cq-group-head">
                <Form.Item name={[group, 'name']} rules={[{ required: true, whitespace: true, message: '请输入分组名称' }]}>
                  <Input aria-label={`分组${group + 1}的名称`} maxLength={30} placeholder="分组名称，如 服务礼仪" />
                </Form.Item>
                <Button
                  type="text"
                  icon={<DeleteOutlined aria-hidden />}
                  aria-label={`删除分组${group + 1}`}
                  onClick={() => groupList.remove(group)}
                />
              </div>
              <Form.List name={[group, 'items']}>
                {(items, itemList) => (
                  <>
                    {items.map(({ key: itemKey, name: item }) => (
                      <Item
                        key={itemKey}
                        group={group}
                        item={item}
                        label={`分组${group + 1}的评分项${item + 1}`}
                        onRemove={() => itemList.remove(item)}
                      />
                    ))}
                    <Button type="dashed" size="small" icon={<PlusOutlined aria-hidden />} onClick={() => itemList.add(newItem())}>
                      添加评分项
                    </Button>
                  </>
                )}
              </Form.List>
            </section>
          ))}
          <Button type="dashed" icon={<PlusOutlined aria-hidden />} onClick={() => groupList.add({ name: '', items: [newItem()] })}>
            添加分组
          </Button>
          <Total />
        </div>
      )}
    </Form.List>
  </Form.Item>
);

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { labelText, type FormItem, type ItemType } from './item-types.rules.ts';
import { standing, type Logic } from './logic.rules.ts';
import { hasPlaces, piped, pipedNames, pipedShown, placeOf } from './piping.rules.ts';

const item = (formItemId: number, type: ItemType, label: string, more: Partial<FormItem> = {}): FormItem => ({
  formItemId,
  type,
  label,
  displayType: false,
  required: false,
  placeholder: null,
  expand: {},
  regList: [],
  ...more,
});
const options = [
  { label: '满意', value: 1 },
  { label: '其他', value: 0 },
];
const name = item(101, 'INPUT', '您的姓名');
const mood = item(102, 'RADIO', '<b>感受</b>', { expand: { options } });
const asked = (label: string, type: ItemType = 'INPUT') => [name, mood, item(103, type, label)];
const words = (label: string, answers: object, type: ItemType = 'INPUT') => piped(asked(label, type), answers as never)[2]!.label;

describe('answers in the words of later questions', () => {
  it('are found by number and by the words of the question', () => {
    assert.equal(placeOf(101), '${field101}');
    assert.equal(words('${field101}为什么${感受}？', { field101: '王芳', field102: 1 }), '王芳为什么满意？');
    assert.equal(words('${ 您的姓名 }好', { field101: '王芳' }), '王芳好');
    assert.equal(words('${field102}', { field102: 0, field102other: '一般' }), '其他:一般');
  });

  it('are nothing when they are not there, not right, later, of itself, or secret', () => {
    assert.equal(words('${field101}您好', {}), '您好');
    assert.equal(words('${field102}x', { field102: 9 }), 'x');
    assert.equal(words('${field103}${field104}${nothing}x', { field103: 'a' }), 'x');
    assert.equal(piped([item(1, 'PASSWORD_INPUT', '密码'), item(2, 'INPUT', '${field1}x')], { field1: '123' })[1]!.label, 'x');
  });

  it('are nothing when the question is hidden', () => {
    const logics: Logic[] = [{ formItemId: 101, action: 'show', conditionList: [] }];
    const items = standing(asked('${field101}x'), logics, { field101: '王' });
    assert.equal(piped(items, { field101: '王' }).at(-1)!.label, 'x');
  });

  it('never become markup', () => {
    const evil = '<img src=x onerror=alert(1)>&"';
    assert.equal(words('<p>${field101}</p>', { field101: evil }, 'DESC_TEXT'), '<p>&lt;img src=x onerror=alert(1)&gt;&amp;&quot;</p>');
    assert.equal(labelText(words('<p>${field101}</p>', { field101: evil })), evil);
    const plain = words('您说${field101}', { field101: '<b>好</b>' });
    assert.equal(plain, '您说＜b>好＜/b>');
    assert.equal(labelText(plain), plain);
    assert.equal(words('${field101}', { field101: '1<2' }), '1<2');
    // What an answer says is not looked into again.
    assert.equal(words('${field101}', { field101: '${field102}', field102: 1 }), '${field102}');
    assert.equal(words('${field101}', { field101: '$&$1' }), '$&$1');
  });

  it('stand in the hints of questions, too', () => {
    const hinted = [name, item(103, 'INPUT', '原因', { placeholder: '${field101}，请说说原因' })];
    assert.equal(hasPlaces(hinted), true);
    assert.equal(piped(hinted, { field101: '王芳' })[1]!.placeholder, '王芳，请说说原因');
    assert.equal(piped(hinted, {})[1]!.placeholder, '，请说说原因');
    assert.equal(pipedNames(hinted)[1]!.placeholder, '「您的姓名」，请说说原因');
    assert.equal(piped([name, mood], { field101: '王芳' })[1], mood);
  });

  it('are cut where they are long', () => assert.equal(words('${field101}', { field101: '长'.repeat(300) }).length, 200));

  it('of a record are what is shown; without a record the names of the questions', () => {
    const items = asked('${field101}和${field102}');
    assert.equal(pipedShown(items, { field101: '王芳', field102: '其他', field102other: '一般' })[2]!.label, '王芳和其他:一般');
    assert.equal(pipedNames(items)[2]!.label, '「您的姓名」和「感受」');
    assert.deepEqual([hasPlaces(items), hasPlaces([name]), hasPlaces([{ label: '${' }])], [true, false, false]);
    assert.equal(piped([name], {})[0], name);
  });
});

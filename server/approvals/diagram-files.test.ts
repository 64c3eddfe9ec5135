import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { diagramOf } from '#contract/approvals/approval-diagrams.rules.ts';
import { flowOf } from '#contract/approvals/approval-flows.rules.ts';
import { refusal } from '#test/harness.ts';
import { amountFrom, stepOf } from '#test/approvals.ts';
import { Refusal } from '../errors.ts';
import { readDiagram } from './diagram-files.ts';

const steps = [
  stepOf({ id: 's1', name: '负责人', deciders: [] }),
  stepOf({ id: 's2', name: '财务', deciders: [], condition: amountFrom(100) }),
] as unknown as Parameters<typeof flowOf>[0];
const flow = flowOf(steps, { amount: { label: '金额', unit: '元' } });
const drawn = diagramOf(flow);
const CONDITION = /\{&quot;any.*?\}\]\}/;

async function refused(xml: string): Promise<unknown[]> {
  try {
    await readDiagram(xml);
  } catch (error) {
    assert.ok(error instanceof Refusal, String(error));
    return refusal({ status: error.status, msg: error.message });
  }
  return [];
}

describe('a drawn flow', () => {
  it('is read as it was drawn', async () => {
    assert.deepEqual(await readDiagram(drawn), flow);
  });

  it('has one process of BPMN 2.0, with elements that approvals know', async () => {
    assert.deepEqual(await refused('不是XML'), [422, '流程图不是有效的BPMN 2.0文件']);
    const [process] = /<process [\s\S]*<\/process>/.exec(drawn)!;
    assert.deepEqual(await refused(drawn.replace(process, '')), [422, '流程图应有且只有一个流程']);
    assert.deepEqual(await refused(drawn.replace(process, `${process}<process id="other"/>`)), [422, '流程图应有且只有一个流程']);
    assert.deepEqual(await refused(drawn.replaceAll('userTask id="s1" name="负责人"', 'serviceTask id="s1"')), [
      422,
      '流程图含有不支持的元素：ServiceTask',
    ]);
    const timer = '<startEvent id="start" name="每天"><timerEventDefinition/></startEvent>';
    assert.deepEqual(await refused(drawn.replace('<startEvent id="start" name="提交申请"/>', timer)), [
      422,
      '流程图含有不支持的元素：每天',
    ]);
  });

  it('has no element with a name of the running process, and no way to nowhere', async () => {
    assert.deepEqual(await refused(drawn.replaceAll('"s1"', '"yian_x"')), [422, '流程图的元素标识不正确：yian_x']);
    assert.deepEqual(await refused(drawn.replace('targetRef="s1"', 'targetRef="nowhere"')), [422, '连线没有连到节点']);
  });

  it('has conditions that are comparisons', async () => {
    for (const body of ['{x', '{&quot;x&quot;:1}', 'true', '${process.exit()}'])
      assert.deepEqual(await refused(drawn.replace(CONDITION, () => body)), [422, '流程图中的条件无法识别，请重新设置'], body);
  });
});

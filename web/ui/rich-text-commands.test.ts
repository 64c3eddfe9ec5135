import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import type { Node } from 'prosemirror-model';
import { EditorState, TextSelection, type Command } from 'prosemirror-state';
import { commands, plugins, setLink, standingOf } from './rich-text-commands.ts';
import { documentOf, isBlank, schema } from './rich-text-schema.ts';

/** The document in short: tags and marks in brackets. */
function short(node: Node): string {
  if (node.isText)
    return node.marks.reduceRight(
      (text, { type, attrs }) => `${type.name}${type.name === 'link' ? `:${String(attrs.href)}` : ''}(${text})`,
      node.text ?? '',
    );
  const inner = node.children.map(short).join('');
  if (node.type.name === 'doc') return inner;
  return node.isLeaf ? `[${node.type.name}]` : `${node.type.name}${node.type.name === 'heading' ? String(node.attrs.level) : ''}{${inner}}`;
}

/** A text with one paragraph for each line, from which `from` to `to` is selected. */
class Text {
  state: EditorState;
  constructor(lines: string[], from = 1, to = from) {
    const doc = schema.node(
      'doc',
      null,
      lines.map((line) => schema.node('paragraph', null, line ? [schema.text(line)] : [])),
    );
    this.state = EditorState.create({ doc, plugins: plugins({}) });
    this.select(from, to);
  }
  select(from: number, to = from): this {
    this.state = this.state.apply(this.state.tr.setSelection(TextSelection.create(this.state.doc, from, to)));
    return this;
  }
  do(command: Command): boolean {
    return command(this.state, (change) => void (this.state = this.state.apply(change)));
  }
  get short() {
    return short(this.state.doc);
  }
}

describe('the editor’s buttons', () => {
  it('make words bold, slanted, underlined, struck out, and take it back', () => {
    const text = new Text(['适合老人'], 1, 3);
    for (const action of ['strong', 'em', 'u', 's'] as const) text.do(commands[action]);
    assert.equal(text.short, 'paragraph{strong(em(u(s(适合))))老人}');
    assert.deepEqual([standingOf(text.state).on.strong, standingOf(text.state).on.s], [true, true]);
    text.do(commands.em);
    assert.equal(text.short, 'paragraph{strong(u(s(适合)))老人}');
    text.do(commands.undo);
    assert.equal(standingOf(text.state).on.redo, true);
  });

  it('make headings, lists and quotes of paragraphs, and paragraphs of them', () => {
    const text = new Text(['一', '二'], 1, 5);
    text.do(commands.level2);
    assert.equal(text.short, 'heading2{一}heading2{二}');
    assert.equal(standingOf(text.state).level, 2);
    text.do(commands.ordered);
    assert.equal(text.short, 'ordered_list{list_item{paragraph{一}}list_item{paragraph{二}}}');
    text.do(commands.bullet);
    assert.equal(text.short, 'bullet_list{list_item{paragraph{一}}list_item{paragraph{二}}}');
    text.do(commands.quote);
    assert.equal(text.short, 'blockquote{bullet_list{list_item{paragraph{一}}list_item{paragraph{二}}}}');
    assert.deepEqual(
      [standingOf(text.state).on.bullet, standingOf(text.state).on.ordered, standingOf(text.state).on.quote],
      [true, false, true],
    );
    text.do(commands.quote);
    text.do(commands.bullet);
    assert.equal(text.short, 'paragraph{一}paragraph{二}');
  });

  it('link the selection, the whole link at the cursor, or the address itself', () => {
    const text = new Text(['详见官网'], 3, 5);
    text.do(setLink('https://a.cn/'));
    assert.equal(text.short, 'paragraph{详见link:https://a.cn/(官网)}');
    text.select(3, 4).do(commands.strong);
    text.select(5);
    assert.equal(standingOf(text.state).href, 'https://a.cn/');
    text.do(setLink('https://b.cn/'));
    assert.equal(text.short, 'paragraph{详见link:https://b.cn/(strong(官))link:https://b.cn/(网)}');
    text.do(setLink(null));
    assert.equal(text.short, 'paragraph{详见strong(官)网}');
    assert.equal(text.do(setLink(null)), false);
    text.select(5).do(setLink('tel:110'));
    assert.equal(text.short, 'paragraph{详见strong(官)网link:tel:110(tel:110)}');
  });

  it('take all formatting away, of the selection or of the block', () => {
    const text = new Text(['重要', '其余'], 1, 3);
    text.do(commands.level3);
    text.do(commands.strong);
    text.select(1).do(commands.clear);
    assert.equal(text.short, 'paragraph{重要}paragraph{其余}');
    assert.equal(text.do(commands.clear), false);
  });
});

describe('a plain text', () => {
  it('is edited line by line, a blank line beginning a paragraph', () => {
    assert.equal(short(documentOf('一\n二\n\n三 <38')), 'paragraph{一[hard_break]二}paragraph{三 <38}');
    assert.equal(short(documentOf('')), 'paragraph{}');
  });

  it('is blank without words and pictures', () => {
    assert.ok(isBlank(documentOf(' \n ')));
    assert.ok(!isBlank(documentOf('一')));
    assert.ok(!isBlank(schema.node('doc', null, [schema.node('paragraph', null, [schema.nodes.image.create({ src: 'x' })])])));
  });
});

/** What the editor's buttons and keys do, and what is on where the cursor stands: on the editor's state, without a page. */
import { baseKeymap, chainCommands, setBlockType, toggleMark } from 'prosemirror-commands';
import { history, redo, redoDepth, undo, undoDepth } from 'prosemirror-history';
import { inputRules, undoInputRule, wrappingInputRule } from 'prosemirror-inputrules';
import { keymap } from 'prosemirror-keymap';
import type { MarkType, NodeType, ResolvedPos } from 'prosemirror-model';
import { liftListItem, sinkListItem, splitListItem, wrapInList } from 'prosemirror-schema-list';
import { TextSelection, type Command, type EditorState, type Plugin } from 'prosemirror-state';
import { findWrapping, liftTarget } from 'prosemirror-transform';
import { schema } from './rich-text-schema.ts';

const { doc, paragraph, heading, blockquote, bullet_list, ordered_list, list_item, hard_break } = schema.nodes;
const { link, strong, em, u, s } = schema.marks;

/** The innermost node around a place that is one of these, with its depth. */
function around($at: ResolvedPos, ...types: NodeType[]): { type: NodeType; depth: number } | null {
  for (let depth = $at.depth; depth > 0; depth--) {
    const { type } = $at.node(depth);
    if (types.includes(type)) return { type, depth };
  }
  return null;
}

/** One after the other, each on what the one before left. */
const inTurn =
  (...commands: Command[]): Command =>
  (state, dispatch) => {
    let now = state;
    let done = false;
    for (const command of commands)
      done =
        command(
          now,
          dispatch &&
            ((change) => {
              now = now.apply(change);
              dispatch(change);
            }),
        ) || done;
    return done;
  };

/** A list of this kind, out of it, or from the other kind to this one. */
const toggleList =
  (type: NodeType): Command =>
  (state, dispatch) => {
    const { $from } = state.selection;
    const list = around($from, bullet_list, ordered_list);
    // What has no first line of text, as a heading, is made one.
    if (!list) return inTurn(setBlockType(paragraph), wrapInList(type))(state, dispatch);
    if (list.type === type) return liftListItem(list_item)(state, dispatch);
    dispatch?.(state.tr.setNodeMarkup($from.before(list.depth), type).scrollIntoView());
    return true;
  };

const toggleQuote: Command = (state, dispatch) => {
  const { $from, $to } = state.selection;
  const quoted = around($from, blockquote);
  const range = $from.blockRange($to, ({ type }) => type === (quoted ? blockquote : doc));
  if (!range) return false;
  const target = quoted ? liftTarget(range) : null;
  const wrapping = quoted ? null : findWrapping(range, blockquote);
  if (target === null && wrapping === null) return false;
  dispatch?.((wrapping ? state.tr.wrap(range, wrapping) : state.tr.lift(range, target as number)).scrollIntoView());
  return true;
};

/** The words alone, as paragraphs; without a selection those of the block. */
const clear: Command = (state, dispatch) => {
  const { from, to, empty, $from } = state.selection;
  const [start, end] = empty ? [$from.start(), $from.end()] : [from, to];
  const change = state.tr.removeMark(start, end);
  change.doc.nodesBetween(start, end, (node, at) => {
    if (node.type === heading) change.setNodeMarkup(at, paragraph);
  });
  if (!change.docChanged) return false;
  dispatch?.(change.setStoredMarks([]).scrollIntoView());
  return true;
};

const setLevel = (level: number): Command => (level === 0 ? setBlockType(paragraph) : setBlockType(heading, { level }));

const lineBreak: Command = (state, dispatch) => {
  dispatch?.(state.tr.replaceSelectionWith(hard_break.create()).scrollIntoView());
  return true;
};

interface Linked {
  href: string;
  from: number;
  to: number;
}

/** The link around the cursor or the selection, from its first to its last character, whatever else is bold or not within it. */
function linkAt({ selection: { $from, from, to, empty } }: EditorState): Linked | null {
  const links: Linked[] = [];
  let at = $from.start();
  $from.parent.forEach((node) => {
    const href = link.isInSet(node.marks)?.attrs.href as string | undefined;
    const last = links.at(-1);
    if (href !== undefined && last?.to === at && last.href === href) last.to += node.nodeSize;
    else if (href !== undefined) links.push({ href, from: at, to: at + node.nodeSize });
    at += node.nodeSize;
  });
  return links.find((one) => (empty ? one.from <= from && from <= one.to : one.from < to && from < one.to)) ?? null;
}

/** Makes the selection or the link at the cursor lead there; without either the address itself is put in. Null takes the link away. */
export const setLink =
  (href: string | null): Command =>
  (state, dispatch) => {
    const known = linkAt(state);
    const { empty, from: start, to: end } = state.selection;
    if (href === null && !known) return false;
    if (known) {
      const change = state.tr.removeMark(known.from, known.to, link);
      dispatch?.(href === null ? change : change.addMark(known.from, known.to, link.create({ href })));
    } else if (empty) dispatch?.(state.tr.replaceSelectionWith(schema.text(href as string, [link.create({ href })]), false));
    else {
      const change = state.tr.addMark(start, end, link.create({ href }));
      dispatch?.(change.setSelection(TextSelection.create(change.doc, end)));
    }
    return true;
  };

export const commands = {
  undo,
  redo,
  strong: toggleMark(strong),
  em: toggleMark(em),
  u: toggleMark(u),
  s: toggleMark(s),
  bullet: toggleList(bullet_list),
  ordered: toggleList(ordered_list),
  quote: toggleQuote,
  clear,
  level0: setLevel(0),
  level2: setLevel(2),
  level3: setLevel(3),
  level4: setLevel(4),
} satisfies Record<string, Command>;
export type Action = keyof typeof commands;

/** What is on where the cursor stands. */
export interface Standing {
  /** 0 is a paragraph. */
  level: number;
  on: Readonly<Record<string, boolean>>;
  href: string | null;
}

function has(state: EditorState, type: MarkType): boolean {
  const { from, to, empty, $from } = state.selection;
  return empty ? !!type.isInSet(state.storedMarks ?? $from.marks()) : state.doc.rangeHasMark(from, to, type);
}

/** Of the selection: its block, its marks, what surrounds it. */
export function standingOf(state: EditorState): Standing {
  const { $from } = state.selection;
  const list = around($from, bullet_list, ordered_list);
  const href = linkAt(state)?.href ?? null;
  return {
    level: $from.parent.type === heading ? ($from.parent.attrs.level as number) : 0,
    href,
    on: {
      strong: has(state, strong),
      em: has(state, em),
      u: has(state, u),
      s: has(state, s),
      bullet: list?.type === bullet_list,
      ordered: list?.type === ordered_list,
      quote: around($from, blockquote) !== null,
      undo: undoDepth(state) > 0,
      redo: redoDepth(state) > 0,
    },
  };
}

const isMac = /Mac|iP(hone|ad)/.test(globalThis.navigator?.platform ?? '');
/** As keys are called on this machine. */
export const keyName = (key: string) => (isMac ? key.replace('Ctrl+', '⌘').replace('Shift+', '⇧') : key);

/** Keys, steps back, and lists that begin as they are typed. `more` are keys that need the page. */
export const plugins = (more: Record<string, Command>): Plugin[] => [
  inputRules({
    rules: [
      wrappingInputRule(/^\s*[-*]\s$/, bullet_list),
      wrappingInputRule(/^1\.\s$/, ordered_list),
      wrappingInputRule(/^\s*>\s$/, blockquote),
    ],
  }),
  keymap({
    ...more,
    'Mod-b': commands.strong,
    'Mod-i': commands.em,
    'Mod-u': commands.u,
    'Mod-Shift-s': commands.s,
    'Mod-Shift-7': commands.ordered,
    'Mod-Shift-8': commands.bullet,
    'Mod-\\': commands.clear,
    'Mod-z': undo,
    'Mod-y': redo,
    'Mod-Shift-z': redo,
    // Tab leaves the field, as everywhere.
    'Mod-]': sinkListItem(list_item),
    'Mod-[': liftListItem(list_item),
    'Shift-Enter': lineBreak,
    Enter: splitListItem(list_item),
    Backspace: chainCommands(undoInputRule, baseKeymap.Backspace as Command),
  }),
  keymap(baseKeymap),
  history(),
];

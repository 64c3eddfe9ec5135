/**
 * What an editor holds while its page comes and goes: a hidden page has no view, but keeps
 * what was typed, the steps back and the pictures on their way.
 */
import { EditorState, Plugin, PluginKey, type Command, type Transaction } from 'prosemirror-state';
import { Decoration, DecorationSet, EditorView } from 'prosemirror-view';
import { plugins } from './rich-text-commands.ts';
import { picturePlugins, pictureView, type Host } from './rich-text-pictures.ts';
import { documentOf, htmlOf, isBlank } from './rich-text-schema.ts';

/** What the page is told, and what it gives. */
export interface Page {
  /** After a change of the text, with its HTML. */
  onText: (html: string) => void;
  onWaiting: (by: 1 | -1) => void;
  /** Ctrl+K. */
  askLink: () => void;
  /** Alt+F10. */
  focusTools: () => void;
  /** Of the text, as the page's accessibility wants them. */
  attributes: Record<string, string>;
}

/** Shown where nothing is written yet. */
const hint = (placeholder: string) =>
  new Plugin({
    props: {
      decorations({ doc }) {
        const first = doc.firstChild;
        if (!placeholder || doc.childCount !== 1 || !first?.isTextblock || first.content.size > 0 || !isBlank(doc)) return null;
        return DecorationSet.create(doc, [Decoration.node(0, first.nodeSize, { class: 'y-rich-hint', 'data-hint': placeholder })]);
      },
    },
  });

const markedKey = new PluginKey<boolean>('marked');

/** Keeps the selection to be seen while the cursor is elsewhere, in the address of its link. */
const marked = () =>
  new Plugin<boolean>({
    key: markedKey,
    state: { init: () => false, apply: (change, on) => (change.getMeta(markedKey) as boolean | undefined) ?? on },
    props: {
      decorations(state) {
        const { from, to, empty } = state.selection;
        return markedKey.getState(state) && !empty
          ? DecorationSet.create(state.doc, [Decoration.inline(from, to, { class: 'y-rich-marked' })])
          : null;
      },
    },
  });

export class TextHost implements Host {
  state: EditorState;
  /** The HTML that was told last, or put in. */
  text: string;
  private page: Page | null = null;
  private view: EditorView | null = null;
  private readonly listeners = new Set<() => void>();
  private readonly plugins: Plugin[];

  /** From a stored value, plain or rich. */
  constructor(value: string, placeholder: string) {
    const told =
      (what: 'askLink' | 'focusTools'): Command =>
      () => {
        this.page?.[what]();
        return true;
      };
    this.plugins = [
      ...plugins({ 'Mod-k': told('askLink'), 'Alt-F10': told('focusTools') }),
      ...picturePlugins(this),
      hint(placeholder),
      marked(),
    ];
    this.text = value;
    this.state = this.begun(value);
  }

  private begun = (value: string) => EditorState.create({ doc: documentOf(value), plugins: this.plugins });

  private show(state: EditorState): void {
    this.state = state;
    this.view?.updateState(state);
    for (const listener of this.listeners) listener();
  }

  readonly subscribe = (listener: () => void) => {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  };

  readonly dispatch = (change: Transaction) => {
    this.show(this.state.apply(change));
    if (!change.docChanged) return;
    this.text = htmlOf(this.state.doc);
    this.page?.onText(this.text);
  };

  readonly waiting = (by: 1 | -1) => this.page?.onWaiting(by);

  /** Begins anew with another text; nobody is told. */
  replace(value: string): void {
    this.text = value;
    this.show(this.begun(value));
  }

  /** Shows the selection although the cursor is elsewhere. */
  mark(on: boolean): void {
    if (markedKey.getState(this.state) !== on) this.dispatch(this.state.tr.setMeta(markedKey, on));
  }

  /** From now on this page is told. */
  tell(page: Page): void {
    const before = JSON.stringify(this.page?.attributes);
    this.page = page;
    if (before !== JSON.stringify(page.attributes)) this.view?.setProps({});
  }

  /** Shows itself in a place of the page; gives what takes it away again. */
  showIn(place: HTMLElement, linkOf: (url: string) => Promise<string | null>): () => void {
    const view = new EditorView(place, {
      state: this.state,
      dispatchTransaction: this.dispatch,
      attributes: () => this.page?.attributes ?? {},
      nodeViews: { image: pictureView(linkOf) },
    });
    this.view = view;
    return () => {
      this.view = null;
      view.destroy();
    };
  }

  readonly focus = () => this.view?.focus();
}

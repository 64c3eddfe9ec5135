/**
 * Pictures of the editor: chosen, pasted or dropped files go to our own store, with a mark where they will stand; foreign ones stay out.
 */
import { closeHistory } from 'prosemirror-history';
import { Plugin, PluginKey, type EditorState, type Transaction } from 'prosemirror-state';
import { Decoration, DecorationSet, type NodeViewConstructor } from 'prosemirror-view';
import { richPicture, wordsOf } from '#contract/rich-text.rules.ts';
import { showMessage } from '#web/api/messages.ts';
import { calmed, schema } from './rich-text-schema.ts';
import { uploadProblem, type UploadRule } from './upload-rules.ts';
import { upload } from './uploads.ts';

export const textPicture: UploadRule = {
  maxMB: 5,
  types: ['jpg', 'jpeg', 'png', 'gif', 'webp'],
  wrongType: '图片只能是 jpg|png|gif|webp 格式!',
  tooLarge: '上传图片大小不能超过 5MB!',
};

/** The editor's state, also while its page is hidden and it has no view. */
export interface Host {
  readonly state: EditorState;
  dispatch: (change: Transaction) => void;
  /** Hears how many pictures are on their way. */
  waiting: (by: 1 | -1) => void;
}

interface Mark {
  id: string;
  at: number;
  element: HTMLElement;
}
const key = new PluginKey<DecorationSet>('pictures');

/** Keeps the marks where they are while the text around them changes. */
const marks = () =>
  new Plugin<DecorationSet>({
    key,
    state: {
      init: () => DecorationSet.empty,
      apply(change, set) {
        const { add, remove } = (change.getMeta(key) ?? {}) as { add?: Mark; remove?: string };
        const kept = set.map(change.mapping, change.doc);
        if (add) return kept.add(change.doc, [Decoration.widget(add.at, add.element, { id: add.id, key: add.id, side: -1 })]);
        return remove ? kept.remove(kept.find(undefined, undefined, (spec) => spec.id === remove)) : kept;
      },
    },
    props: {
      decorations(state) {
        return this.getState(state);
      },
    },
  });

const placeOf = (state: EditorState, id: string): number | null =>
  key.getState(state)?.find(undefined, undefined, (spec) => spec.id === id)[0]?.from ?? null;

/** Sends one and puts it in; gives the place behind it. */
async function insert(host: Host, file: File, at: number): Promise<number> {
  const problem = uploadProblem(textPicture, file);
  if (problem) {
    showMessage('error', problem);
    return at;
  }
  const id = crypto.getRandomValues(new Uint32Array(2)).join('.');
  const element = document.createElement('span');
  element.className = 'y-rich-uploading';
  element.textContent = '图片上传中…';
  host.dispatch(host.state.tr.setMeta(key, { add: { id, at, element } }));
  host.waiting(1);
  try {
    const { url } = await upload(file, (percent) => (element.textContent = `图片上传中 ${percent}%`));
    const place = placeOf(host.state, id);
    // What it stood in was deleted meanwhile.
    if (place === null) return host.state.selection.to;
    const alt = file.name.replace(/\.[^.]*$/, '').slice(0, 100);
    // A step of its own: what is typed before or behind it is not taken back with it.
    const change = closeHistory(host.state.tr).setMeta(key, { remove: id });
    host.dispatch(change.insert(place, schema.nodes.image.create({ src: url, alt })).scrollIntoView());
    host.dispatch(closeHistory(host.state.tr));
    return place + 1;
  } catch (error) {
    showMessage('error', (error as Error).message);
    const place = placeOf(host.state, id);
    host.dispatch(host.state.tr.setMeta(key, { remove: id }));
    return place ?? host.state.selection.to;
  } finally {
    host.waiting(-1);
  }
}

/** Sends files and puts them in at a place, one behind the other as they were chosen. */
export async function insertPictures(host: Host, files: readonly File[], at = host.state.selection.to): Promise<void> {
  for (const file of files) at = await insert(host, file, at);
}

const NOTICE = '外部图片不能直接粘贴，请保存到电脑后用“插入图片”上传';

/** Says so when pictures of pasted HTML stay out. */
function tellForeign(html: string): void {
  const { images } = new DOMParser().parseFromString(calmed(html), 'text/html');
  if ([...images].some((image) => richPicture(image.getAttribute('src')) === null)) showMessage('warning', NOTICE);
}

/**
 * What comes with a paste or a drop: its picture files, unless it is a text with pictures of
 * its own, as office programs give both. True when it was taken.
 */
function take(host: Host, data: DataTransfer | null, at: number): boolean {
  if (!data) return false;
  const html = data.getData('text/html');
  const files = [...data.files];
  if (files.length === 0 || wordsOf(html).replaceAll('[图片]', '').trim() !== '') {
    tellForeign(html);
    return false;
  }
  void insertPictures(host, files, at);
  return true;
}

const handlers = (host: Host) =>
  new Plugin({
    props: {
      transformPastedHTML: calmed,
      handlePaste: (_view, event) => take(host, event.clipboardData, host.state.selection.to),
      handleDrop(view, event, _slice, moved) {
        if (moved) return false;
        const at = view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos ?? host.state.selection.to;
        const taken = take(host, event.dataTransfer, at);
        if (taken) event.preventDefault();
        return taken;
      },
    },
  });

export const picturePlugins = (host: Host): Plugin[] => [marks(), handlers(host)];

/** A picture as the editor draws it: by a link that is asked for, because an `<img>` cannot send a token. */
export const pictureView =
  (linkOf: (url: string) => Promise<string | null>): NodeViewConstructor =>
  ({ attrs }) => {
    const image = document.createElement('img');
    image.alt = (attrs.alt as string) || '图片';
    const show = async () => {
      const link = await linkOf(attrs.src as string);
      if (link === null) image.classList.add('y-rich-broken');
      else image.src = link;
    };
    void show();
    return { dom: image, ignoreMutation: () => true };
  };

/** Rich text as it is written: ProseMirror with our own schema below a toolbar. Loaded when the first form needs it. */
import { useQueryClient } from '@tanstack/react-query';
import { use, useEffect, useId, useRef, useState, useSyncExternalStore } from 'react';
import { plainText } from '#contract/rich-text.rules.ts';
import { fileLink } from './file-link.ts';
import { commands, setLink, standingOf } from './rich-text-commands.ts';
import type { RichTextInputProps } from './rich-text-field.tsx';
import { TextHost } from './rich-text-host.ts';
import { insertPictures } from './rich-text-pictures.ts';
import { UploadsContext } from './upload-wait.tsx';
import { RichTextToolbar } from './rich-text-toolbar.tsx';
import './rich-text.css';
import './rich-text-editor.css';

export default function RichTextEditor({ id: given, value, onChange, label, max, placeholder = '', ...aria }: RichTextInputProps) {
  const ownId = useId();
  const id = given ?? ownId;
  const client = useQueryClient();
  const countUpload = use(UploadsContext);
  const box = useRef<HTMLDivElement>(null);
  const area = useRef<HTMLDivElement>(null);
  const [linking, setLinking] = useState(false);
  const [host] = useState(() => new TextHost(value ?? '', placeholder));
  const state = useSyncExternalStore(host.subscribe, () => host.state);

  useEffect(() =>
    host.tell({
      onText: (html) => onChange?.(html),
      onWaiting: (by) => {
        countUpload(by);
        // A form that was refused because of it is judged again.
        if (by < 0) onChange?.(host.text);
      },
      askLink: () => setLinking(true),
      focusTools: () => box.current?.querySelector<HTMLElement>('[role=toolbar] > [tabindex="0"]')?.focus(),
      attributes: {
        ...(aria as Record<string, string>),
        id,
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': label,
        class: 'y-rich y-rich-area',
        ...(placeholder && { 'aria-placeholder': placeholder }),
      },
    }),
  );
  useEffect(() => (area.current ? host.showIn(area.current, (url) => fileLink(client, url)) : undefined), [host, client]);
  useEffect(() => {
    if ((value ?? '') !== host.text) host.replace(value ?? '');
  }, [host, value]);

  useEffect(() => host.mark(linking), [host, linking]);

  const count = plainText(value ?? '').length;
  return (
    <div className="y-rich-editor" ref={box}>
      <RichTextToolbar
        controls={id}
        standing={standingOf(state)}
        run={(action) => {
          commands[action](host.state, host.dispatch);
          host.focus();
        }}
        linking={linking}
        onLinking={setLinking}
        link={(href) => {
          setLinking(false);
          setLink(href)(host.state, host.dispatch);
          host.focus();
        }}
        pictures={(files) => {
          void insertPictures(host, files);
          host.focus();
        }}
        back={host.focus}
      />
      <div ref={area} />
      <span className={`y-rich-count ${count > max ? 'y-rich-over' : ''}`} aria-hidden>
        {count} / {max}
      </span>
    </div>
  );
}

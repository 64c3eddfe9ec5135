/** The body from the front and from behind, with what was found on it; with `onPick` each part is a button, also for the keyboard. */
import type { KeyboardEvent } from 'react';
import { sideLabels, type BodySide } from '#contract/body-parts.rules.ts';
import { drawnParts, FIGURE_HEIGHT, FIGURE_WIDTH, type Shape } from './body-shapes.ts';
import './body-map.css';

const Drawn = ({ shape }: { shape: Shape }) =>
  'cx' in shape ? <ellipse {...shape} /> : <rect x={shape.x} y={shape.y} width={shape.w} height={shape.h} rx={shape.r} />;

interface Props {
  /** What was found where, in words. */
  marks: readonly { part: string; text: string }[];
  /** Said of a side on which nothing was found. */
  none: string;
  onPick?: (part: string) => void;
}

function Side({ side, marks, none, onPick }: Props & { side: BodySide }) {
  const parts = drawnParts(side);
  const marked = new Set(marks.map(({ part }) => part));
  const here = marks.filter(({ part }) => parts.some(({ key }) => key === part));
  const press = (key: string) => (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    onPick?.(key);
  };
  const words = here.length === 0 ? none : here.map(({ text }) => text).join('，');
  return (
    <figure className="y-body">
      <svg
        viewBox={`0 0 ${FIGURE_WIDTH} ${FIGURE_HEIGHT}`}
        {...(onPick
          ? { role: 'group', 'aria-label': `身体${sideLabels[side]}` }
          : { role: 'img', 'aria-label': `${sideLabels[side]}：${words}` })}
      >
        {parts.map(({ key, label, shape }) => {
          const on = marked.has(key) || undefined;
          if (!onPick)
            return (
              <g key={key} className="y-body-part" data-on={on}>
                <title>{label}</title>
                <Drawn shape={shape} />
              </g>
            );
          return (
            <g
              key={key}
              className="y-body-part"
              data-on={on}
              role="button"
              tabIndex={0}
              aria-label={label}
              aria-pressed={on ?? false}
              onClick={() => onPick(key)}
              onKeyDown={press(key)}
            >
              <title>{label}</title>
              <Drawn shape={shape} />
            </g>
          );
        })}
      </svg>
      <figcaption>{sideLabels[side]}</figcaption>
    </figure>
  );
}

export function BodyMap(props: Props) {
  return (
    <div className="y-bodies">
      <Side side="front" {...props} />
      <Side side="back" {...props} />
    </div>
  );
}

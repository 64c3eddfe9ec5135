/** @jsxImportSource preact */
/** What is shown between the questions and never answered. */
import { useRef } from 'preact/hooks';
import { labelText } from '#contract/questionnaires/item-types.rules.ts';
import type { Asked } from './asked.ts';
import { Rich } from './rich.tsx';

function Carousel({ item }: { item: Asked }) {
  const row = useRef<HTMLDivElement>(null);
  const pictures = (item.expand.options ?? []).filter(({ image }) => image);
  const turn = (by: number) => row.current?.scrollBy({ left: by * row.current.clientWidth });
  if (pictures.length === 0) return null;
  return (
    <section class="f-carousel" aria-label={labelText(item.label) || '图片轮播'}>
      <div ref={row} class="f-carousel-row" role="group" aria-label="图片" tabIndex={0}>
        {pictures.map(({ image, label }, at) => (
          <figure key={image}>
            <img src={image} alt={label || `第 ${at + 1} 张图片，共 ${pictures.length} 张`} />
            {label && <figcaption>{label}</figcaption>}
          </figure>
        ))}
      </div>
      {pictures.length > 1 && (
        <div class="f-buttons">
          <button type="button" class="f-small" onClick={() => turn(-1)}>
            上一张
          </button>
          <button type="button" class="f-small" onClick={() => turn(1)}>
            下一张
          </button>
        </div>
      )}
    </section>
  );
}

const ALIGN = new Set(['left', 'center', 'right']);

export function Display({ item }: { item: Asked }) {
  const { type, label, expand } = item;
  const words = labelText(label);
  if (type === 'DIVIDER') return <div class="f-divider">{words && <h2>{words}</h2>}</div>;
  if (type === 'IMAGE')
    return expand.src ? <img class="f-image" src={String(expand.src)} alt={String(expand.alt || words || '图片')} /> : null;
  if (type === 'IMAGE_CAROUSEL') return <Carousel item={item} />;
  const align = String(expand.textAlign);
  return (
    <Rich
      value={label}
      style={{ textAlign: ALIGN.has(align) ? align : undefined, '--own': typeof expand.color === 'string' ? expand.color : undefined }}
    />
  );
}

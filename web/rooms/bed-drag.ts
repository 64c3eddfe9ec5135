/** Dragging a bed onto another one with the mouse or a pen: one listener for all beds. Touch scrolls; there the menu of a bed does the same. */
import { BED } from './house-keys.ts';

/** So far the pointer goes before a press becomes a drag. */
const SLACK = 6;

interface Drag {
  /** What is carried from a bed; null: nothing can be. */
  carries: (bedId: number) => string | null;
  onDrop: (fromBedId: number, bedId: number) => void;
}

/** Of the plan, not of the table. */
const bedAt = (target: Element | null): HTMLElement | null => target?.closest<HTMLElement>(`.r-bed${BED}`) ?? null;
const idOf = ({ dataset }: HTMLElement) => Number(dataset.bed);

function ghostOf(text: string): HTMLElement {
  const ghost = document.createElement('div');
  ghost.className = 'r-ghost';
  ghost.textContent = text;
  ghost.setAttribute('aria-hidden', 'true');
  document.body.append(ghost);
  return ghost;
}

/** The press that ends a drag is no press on a bed. */
function ignoreClick(): void {
  const stop = (event: Event) => event.stopPropagation();
  window.addEventListener('click', stop, { capture: true });
  setTimeout(() => window.removeEventListener('click', stop, { capture: true }));
}

/** To be called when a pointer goes down in `stage`; everything after that is heard here, until it goes up or Escape is pressed. */
export function dragBed(stage: HTMLElement, down: PointerEvent, { carries, onDrop }: Drag): void {
  const from = bedAt(down.target instanceof Element ? down.target : null);
  if (!from || down.button !== 0 || down.pointerType === 'touch') return;
  const text = carries(idOf(from));
  if (text === null) return;
  let ghost: HTMLElement | null = null;
  let over: HTMLElement | null = null;
  const ends = new AbortController();
  const lookAt = (next: HTMLElement | null) => {
    over?.removeAttribute('data-over');
    over = next;
    over?.setAttribute('data-over', '');
  };
  const end = () => {
    ends.abort();
    lookAt(null);
    ghost?.remove();
    stage.removeAttribute('data-dragging');
  };
  const move = (event: PointerEvent) => {
    if (!ghost && Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) < SLACK) return;
    ghost ??= ghostOf(text);
    stage.setAttribute('data-dragging', '');
    ghost.style.transform = `translate(${event.clientX + 12}px, ${event.clientY + 8}px)`;
    const beneath = bedAt(document.elementFromPoint(event.clientX, event.clientY));
    lookAt(beneath && stage.contains(beneath) && beneath !== from ? beneath : null);
  };
  const up = () => {
    const target = over;
    if (ghost) ignoreClick();
    end();
    if (target) onDrop(idOf(from), idOf(target));
  };
  const { signal } = ends;
  document.addEventListener('pointermove', move, { signal });
  document.addEventListener('pointerup', up, { signal });
  document.addEventListener('pointercancel', end, { signal });
  document.addEventListener('keydown', (event) => event.key === 'Escape' && end(), { signal });
}

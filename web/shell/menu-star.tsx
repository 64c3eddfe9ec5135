/** The star of a page in the menu: makes it a favourite, or no longer one. It shows where the pointer or the focus is. */
import { StarFilled, StarOutlined } from '@ant-design/icons';
import { toggleFavourite } from './menu-memory.ts';
import './menu-star.css';

export function MenuStar({ path, label, pressed }: { path: string; label: string; pressed: boolean }) {
  const name = `${pressed ? '取消收藏' : '收藏'}${label}`;
  return (
    <button
      type="button"
      className="y-menu-star"
      aria-label={name}
      aria-pressed={pressed}
      title={name}
      onClick={(event) => {
        // The item around it would open the page.
        event.stopPropagation();
        toggleFavourite(path);
      }}
      onKeyDown={(event) => (event.key === 'Enter' || event.key === ' ') && event.stopPropagation()}
    >
      {pressed ? <StarFilled aria-hidden /> : <StarOutlined aria-hidden />}
    </button>
  );
}

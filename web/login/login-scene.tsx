/** The picture beside the form: morning over tiled roofs. Drawn, not loaded. */

import './scene.css';

/** A roof with turned-up eaves, `x` its middle, `y` its ridge, `w` half its width. */
const roof = (x: number, y: number, w: number, h: number) =>
  `M${x - w} ${y + h}q${w * 0.5} ${-h * 0.1} ${w * 0.82} ${-h}h${w * 0.36}q${w * 0.32} ${h * 0.9} ${w * 0.82} ${h}q${-w * 0.1} ${h * 0.14} ${-w * 0.24} ${h * 0.12}h${-w * 1.52}q${-w * 0.14} ${h * 0.02} ${-w * 0.24} ${-h * 0.12}z`;

export function LoginScene() {
  return (
    <aside className="l-scene">
      <svg viewBox="0 0 900 900" preserveAspectRatio="xMidYMax slice" aria-hidden="true">
        <defs>
          <linearGradient id="l-sky" x1="0" y1="0" x2="0" y2="1">
            <stop offset="0" className="l-sky-1" />
            <stop offset="0.55" className="l-sky-2" />
            <stop offset="1" className="l-sky-3" />
          </linearGradient>
          <radialGradient id="l-glow">
            <stop offset="0" className="l-glow-1" />
            <stop offset="1" className="l-glow-2" />
          </radialGradient>
        </defs>
        <rect width="900" height="900" fill="url(#l-sky)" />
        <circle cx="610" cy="500" r="330" fill="url(#l-glow)" />
        <circle className="l-sun" cx="610" cy="500" r="84" />
        <path className="l-hill-1" d="M0 596C110 506 210 500 320 548S520 560 630 520s190-30 270 36v344H0z" />
        <path className="l-hill-2" d="M0 668C150 596 280 616 430 652s330 10 470-62v310H0z" />
        <g className="l-cloud">
          <path d="M110 452h130a19 19 0 0 0 0-38h-20a30 30 0 0 0-58-5 23 23 0 0 0-42 5h-10a19 19 0 0 0 0 38z" />
          <path d="M650 196h110a17 17 0 0 0 0-34h-14a26 26 0 0 0-50-4 20 20 0 0 0-36 4h-10a17 17 0 0 0 0 34z" />
        </g>
        <g className="l-birds" fill="none" strokeWidth="3" strokeLinecap="round">
          <path d="M410 372q12-14 22 0q10-14 22 0" />
          <path d="M474 336q9-11 17 0q8-11 17 0" />
        </g>
        <g className="l-house-2">
          <path d="M640 660h220v240H640z" />
          <path className="l-roof-2" d={roof(750, 600, 150, 70)} />
        </g>
        <g className="l-house-1">
          <path d="M170 690h330v210H170z" />
          <path className="l-roof-1" d={roof(335, 604, 226, 96)} />
        </g>
        <g className="l-windows">
          <path d="M226 742h56v72h-56zM388 742h56v72h-56zM690 714h42v58h-42zM768 714h42v58h-42z" />
        </g>
        <path className="l-door" d="M306 900V776q0-29 29-29t29 29v124z" />
        <path className="l-ground" d="M0 832q230-46 460-8t440-14v90H0z" />
        <g className="l-tree">
          <path d="M588 838V722" fill="none" strokeWidth="8" strokeLinecap="round" />
          <circle cx="588" cy="682" r="48" />
          <circle cx="556" cy="716" r="33" />
          <circle cx="622" cy="712" r="34" />
        </g>
        <g className="l-people">
          <circle className="l-hair" cx="520" cy="783" r="12" />
          <path className="l-coat-1" d="M506 850v-34q0-19 14-19t14 19v34z" />
          <circle className="l-skin" cx="552" cy="789" r="11" />
          <path className="l-coat-2" d="M539 851v-29q0-20 13-20t13 20v29z" />
          <path className="l-arm" d="M530 818q8 8 14 4" fill="none" strokeWidth="6" strokeLinecap="round" />
        </g>
      </svg>
      <div className="l-words">
        <p className="l-motto">
          <span>颐养天年</span>
          <span>安心相伴</span>
        </p>
        <p className="l-sub">每一次求助都有人回应，每一位长者都被记得。</p>
      </div>
    </aside>
  );
}

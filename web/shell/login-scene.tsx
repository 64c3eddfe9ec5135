/** The picture beside the form: morning over tiled roofs. Drawn, not loaded. */

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
        <path className="l-hill-1" d="M0 590q150-120 300-58t250-40q130-60 350 52v356H0z" />
        <path className="l-hill-2" d="M0 660q190-92 400-26t500-52v318H0z" />
        <g className="l-cloud">
          <path d="M96 300h150a22 22 0 0 0 0-44h-22a34 34 0 0 0-66-6 26 26 0 0 0-48 6H96a22 22 0 0 0 0 44z" />
          <path d="M640 214h110a17 17 0 0 0 0-34h-14a26 26 0 0 0-50-4 20 20 0 0 0-36 4h-10a17 17 0 0 0 0 34z" />
        </g>
        <g className="l-birds" fill="none" strokeWidth="3" strokeLinecap="round">
          <path d="M400 330q12-14 22 0q10-14 22 0" />
          <path d="M462 292q9-11 17 0q8-11 17 0" />
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
          <path d="M566 836V716" fill="none" strokeWidth="8" strokeLinecap="round" />
          <circle cx="566" cy="676" r="50" />
          <circle cx="532" cy="712" r="34" />
          <circle cx="602" cy="708" r="36" />
        </g>
        <g className="l-people">
          <circle cx="452" cy="786" r="12" />
          <path d="M440 846v-28q0-16 12-16t12 16v28z" />
          <circle cx="486" cy="792" r="11" />
          <path d="M475 848v-24q0-17 11-17t11 17v24z" />
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

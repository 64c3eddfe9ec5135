/** @jsxImportSource preact */
/** Levels of choices as one select after another: cascades of the editor, provinces and cities. */
import { useEffect, useState } from 'preact/hooks';
import { pathOf } from '#contract/questionnaires/answer-checks.rules.ts';
import type { Option } from '#contract/questionnaires/item-types.rules.ts';
import { isPseudo, type Region } from '#contract/regions.rules.ts';
import { publicCall } from '#web/api/public-call.ts';
import type { Given } from './asked.ts';

type Choice = string | number;

interface LevelsProps {
  id: string;
  options: readonly Option[];
  path: readonly Choice[];
  onPath: (path: Choice[]) => void;
  names: readonly string[];
}

/** A select for each level down to the last that was chosen, and one more where there is something below. */
function Levels({ id, options, path, onPath, names }: LevelsProps) {
  const chain = pathOf(options, path) ?? [];
  const levels = [options, ...chain.map(({ children }) => children ?? [])].filter((level) => level.length > 0);
  return (
    <div class="f-levels">
      {levels.map((level, at) => (
        <select
          key={at}
          id={`${id}-${at}`}
          aria-label={names[at] ?? `第 ${at + 1} 级`}
          value={chain[at] ? String(level.indexOf(chain[at])) : ''}
          onChange={({ currentTarget }) => {
            const own = currentTarget.value === '' ? undefined : level[Number(currentTarget.value)]?.value;
            onPath([...path.slice(0, at), ...(own === undefined ? [] : [own])]);
          }}
        >
          <option value="">请选择{names[at] ?? ''}</option>
          {level.map(({ value, label }, index) => (
            <option key={value} value={String(index)}>
              {label ?? value}
            </option>
          ))}
        </select>
      ))}
    </div>
  );
}

const wordsOf = (options: readonly Option[], path: readonly Choice[]) =>
  (pathOf(options, path) ?? []).map(({ label, value }) => label ?? value).join(' / ');

function SeveralPaths({ item, id, value, onChange }: Given<Choice[][]>) {
  const [next, setNext] = useState<Choice[]>([]);
  const options = item.expand.options ?? [];
  const chosen = value ?? [];
  const set = (paths: Choice[][]) => onChange(paths.length > 0 ? paths : undefined);
  const add = () => {
    if (!chosen.some((path) => path.join() === next.join())) set([...chosen, next]);
    setNext([]);
  };
  return (
    <>
      {chosen.length > 0 && (
        <ul class="f-list">
          {chosen.map((path) => (
            <li key={path.join()}>
              <span>{wordsOf(options, path)}</span>
              <button
                type="button"
                class="f-small"
                aria-label={`移除${wordsOf(options, path)}`}
                onClick={() => set(chosen.filter((one) => one !== path))}
              >
                移除
              </button>
            </li>
          ))}
        </ul>
      )}
      <Levels id={id} options={options} path={next} onPath={setNext} names={[]} />
      <button type="button" class="f-small" disabled={next.length === 0} onClick={add}>
        添加
      </button>
    </>
  );
}

export function CascadeField(given: Given<Choice[]>) {
  const { item, id, value, onChange } = given;
  if (item.expand.multiple) return <SeveralPaths {...(given as unknown as Given<Choice[][]>)} />;
  const set = (path: Choice[]) => onChange(path.length > 0 ? path : undefined);
  return <Levels id={id} options={item.expand.options ?? []} path={value ?? []} onPath={set} names={[]} />;
}

/** Provinces, cities and districts by their names, which are what the wire keeps. */
const optionsOf = (regions: readonly Region[]): Option[] =>
  regions.map((region) => ({ value: region.n, label: isPseudo(region) ? '（直辖）' : region.n, children: optionsOf(region.d ?? []) }));

let tree: Promise<Option[]> | null = null;
/** Read once for the page; again after it failed. */
const readTree = () =>
  (tree ??= publicCall<Region[]>('GET', '/admin/region/tree')
    .then(optionsOf)
    .catch((error: unknown) => {
      tree = null;
      throw error;
    }));

export function RegionField({ id, value, onChange }: Given<string[]>) {
  const [options, setOptions] = useState<Option[] | null>(null);
  const [failed, setFailed] = useState(false);
  const read = () => {
    setFailed(false);
    readTree().then(setOptions, () => setFailed(true));
  };
  useEffect(read, []);
  if (failed)
    return (
      <button type="button" class="f-small" onClick={read}>
        地区加载失败，点此重试
      </button>
    );
  if (!options) return <p class="f-hint">正在加载地区…</p>;
  const set = (path: Choice[]) => onChange(path.length > 0 ? path.map(String) : undefined);
  return <Levels id={id} options={options} path={value ?? []} onPath={set} names={['省份', '城市', '区县']} />;
}

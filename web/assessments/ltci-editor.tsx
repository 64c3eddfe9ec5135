/** The figures of a version of the scale of long-term care insurance: points, limits, the table of levels, and what is wrong with them. */
import { Alert, Button, Input, InputNumber, Select } from 'antd';
import { ltciStates } from '#contract/assessments/ltci-commands.rules.ts';
import { refusedFigures, type LtciFigures } from '#contract/assessments/ltci-figures.rules.ts';
import { ltci } from '#contract/assessments/scale-ltci.ts';

interface Props {
  figures: LtciFigures;
  fixed: boolean;
  onChange: (figures: LtciFigures) => void;
}

interface CellProps {
  label: string;
  value: number;
  most: number;
  fixed: boolean;
  onChange: (value: number) => void;
}
const Cell = ({ label, value, most, fixed, onChange }: CellProps) =>
  fixed ? (
    <span>{value}</span>
  ) : (
    <InputNumber<number>
      aria-label={label}
      className="as-figure"
      value={value}
      min={0}
      max={most}
      precision={0}
      onChange={(next) => next !== null && onChange(next)}
    />
  );

const replaced = <T,>(list: readonly T[], at: number, one: T): T[] => list.map((before, index) => (index === at ? one : before));

function Points({ figures, fixed, onChange }: Props) {
  return (
    <table className="as-table" aria-label="各项分值">
      <tbody>
        {ltci.items.map(({ code, name, options }) => (
          <tr key={code}>
            <th scope="row">{name}</th>
            <td>
              <ul className="as-points">
                {options.map(({ value, label }, index) => (
                  <li key={value}>
                    <Cell
                      label={`${name}：${label}`}
                      value={figures.points[code]![index]!}
                      most={100}
                      fixed={fixed}
                      onChange={(point) =>
                        onChange({ ...figures, points: { ...figures.points, [code]: replaced(figures.points[code]!, index, point) } })
                      }
                    />
                    {label}
                  </li>
                ))}
              </ul>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Bands({ figures, fixed, onChange }: Props) {
  const limit = (code: string, index: number, side: 'from' | 'to', label: string) => {
    const band = figures.bands[code]![index]!;
    return (
      <Cell
        label={label}
        value={band[side]}
        most={1000}
        fixed={fixed}
        onChange={(value) =>
          onChange({
            ...figures,
            bands: { ...figures.bands, [code]: replaced(figures.bands[code]!, index, { ...band, [side]: value }) },
          })
        }
      />
    );
  };
  return (
    <table className="as-table" aria-label="各维度等级的分数范围">
      <thead>
        <tr>
          <th scope="col">维度</th>
          {ltci.domains[0]!.bands!.map(({ name }) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {ltci.domains.map(({ code, name, bands = [] }) => (
          <tr key={code}>
            <th scope="row">{name}</th>
            {bands.map((band, index) => (
              <td key={band.name}>
                {limit(code, index, 'from', `${name}，${band.name}，最低分`)}～{limit(code, index, 'to', `${name}，${band.name}，最高分`)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Levels({ figures, fixed, onChange }: Props) {
  const grades = ltci.domains[0]!.bands!.map(({ name }) => name);
  const options = figures.names.map((label, value) => ({ value, label }));
  return (
    <>
      <div className="as-levels">
        {figures.names.map((name, index) =>
          fixed ? (
            <span key={index}>
              {index}级：{name}
            </span>
          ) : (
            <Input
              key={index}
              prefix={`${index}级`}
              aria-label={`${index}级的名称`}
              value={name}
              maxLength={20}
              onChange={(event) => onChange({ ...figures, names: replaced(figures.names, index, event.target.value) })}
            />
          ),
        )}
      </div>
      <table className="as-table" aria-label="失能等级组合表">
        <thead>
          <tr>
            <th scope="col">日常生活活动能力＼认知、感知觉与沟通中较差者</th>
            {grades.map((grade) => (
              <th key={grade} scope="col">
                {grade}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {figures.table.map((cells, row) => (
            <tr key={grades[row]}>
              <th scope="row">{grades[row]}</th>
              {cells.map((level, column) => (
                <td key={grades[column]}>
                  {fixed ? (
                    figures.names[level]
                  ) : (
                    <Select
                      aria-label={`日常生活活动${grades[row]}，较差者${grades[column]}`}
                      value={level}
                      options={options}
                      onChange={(next) => onChange({ ...figures, table: replaced(figures.table, row, replaced(cells, column, next)) })}
                    />
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

interface EditorProps extends Omit<Props, 'fixed'> {
  state: number;
  dirty: boolean;
  saving: boolean;
  onSave: () => void;
}

export function LtciEditor({ figures, state, dirty, saving, onChange, onSave }: EditorProps) {
  const fixed = state !== ltciStates.draft;
  const problem = refusedFigures(figures);
  const parts = { figures, fixed, onChange };
  return (
    <section className="as-form" aria-label="分值与等级">
      {!fixed && (
        <div className="as-bar">
          <span className="as-kept" role="status">
            {dirty ? '有未保存的修改' : ''}
          </span>
          <Button type="primary" disabled={!dirty || problem !== null} loading={saving} onClick={onSave}>
            保存草稿
          </Button>
        </div>
      )}
      {problem !== null && <Alert type="error" showIcon title={problem} />}
      <label className="as-basis">
        <span>依据</span>
        {fixed ? (
          figures.source
        ) : (
          <Input value={figures.source} maxLength={200} onChange={(event) => onChange({ ...figures, source: event.target.value })} />
        )}
      </label>
      <h2>等级界限</h2>
      <Bands {...parts} />
      <h2>失能等级</h2>
      <Levels {...parts} />
      <h2>各项分值</h2>
      <Points {...parts} />
    </section>
  );
}

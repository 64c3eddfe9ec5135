/** How a person's facts are shown, wherever one is: gender, what one has to know before entering the room. */
import { Tag } from 'antd';
import { labelOf, MISSING, type Option } from '#web/ui/display.ts';
import './people.css';

/** The wire's codes of the built-in dictionary `gender`. */
export const GENDERS: readonly Option[] = [
  { value: 1, label: '男' },
  { value: 2, label: '女' },
];

/** Suggested flags; others may be typed. */
export const FLAGS = ['跌倒高危', '青霉素过敏', '鼻饲', '防走失', '糖尿病饮食', '吞咽困难', '压疮风险', '吸氧', '认知障碍'];

export const genderText = (gender: number | null) => labelOf(GENDERS, gender);
export const ageText = (age: number | null) => (age === null ? MISSING : `${age}岁`);

/** The bed in words; `--` for a person who lives at home. */
export const bedText = ({ place }: { place: string | null }) => place ?? MISSING;

export function FlagTags({ flags }: { flags: readonly string[] }) {
  if (flags.length === 0) return <span className="y-missing">{MISSING}</span>;
  return (
    <span className="e-flags" title={flags.join('、')}>
      {flags.map((flag) => (
        <Tag key={flag} color="warning">
          {flag}
        </Tag>
      ))}
    </span>
  );
}

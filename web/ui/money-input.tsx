/** Yuan that a person types, to the fen: in groups of three, as sums stand everywhere. */
import { InputNumber, type InputNumberProps } from 'antd';
import { readSum, shownSum } from './typed-money.ts';

interface Props extends Omit<InputNumberProps<number>, 'precision' | 'formatter' | 'parser' | 'prefix' | 'suffix'> {
  /** What it is paid for: 月 says `/月` behind the sum. */
  per?: string;
}

/** From 0 to a million unless told otherwise; the value is a number or null. */
export const MoneyInput = ({ per, ...props }: Props) => (
  <InputNumber<number>
    min={0}
    max={1_000_000}
    placeholder="0.00"
    inputMode="decimal"
    style={{ width: '100%' }}
    {...props}
    precision={2}
    prefix="¥"
    suffix={per && `/${per}`}
    formatter={shownSum}
    parser={(text) => readSum(text) as unknown as number}
  />
);

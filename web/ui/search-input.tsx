/** Finds in what the page shows, as one types: `<SearchInput label="搜索部门" value={words} onChange={setWords} />` */
import { SearchOutlined } from '@ant-design/icons';
import { Input, type InputProps } from 'antd';

interface Props extends Omit<InputProps, 'aria-label' | 'onChange' | 'prefix' | 'value'> {
  /** Its accessible name; also the placeholder unless another one is given. */
  label: string;
  value: string;
  onChange: (words: string) => void;
}

export const SearchInput = ({ label, onChange, ...rest }: Props) => (
  <Input
    allowClear
    prefix={<SearchOutlined aria-hidden />}
    placeholder={label}
    aria-label={label}
    maxLength={40}
    {...rest}
    onChange={({ target }) => onChange(target.value)}
  />
);

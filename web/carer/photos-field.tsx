/** Photos from the camera, kept on the phone: one field for each, and one for the next. */
import { PhotoField } from './photo-field.tsx';

interface Props {
  id: string;
  /** Their addresses among the kept files. */
  value: readonly string[];
  most: number;
  onChange: (urls: string[]) => void;
}

export function PhotosField({ id, value, most, onChange }: Props) {
  const shown = value.length < most ? [...value, null] : value;
  return shown.map((url, at) => (
    <PhotoField
      key={url ?? 'next'}
      id={url === null ? id : `${id}-${at}`}
      value={url}
      label={`第${at + 1}张照片`}
      onChange={(next) => onChange([...value.slice(0, at), ...(next === null ? [] : [next]), ...value.slice(at + 1)])}
    />
  ));
}

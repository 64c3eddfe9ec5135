/** Picks an address on the map: by its name, by a click, or where one is. */
import { EnvironmentOutlined } from '@ant-design/icons';
import { Input } from 'antd';
import { lazy, Suspense, useState } from 'react';
import type { System } from './coordinates.ts';

export interface PickedPlace {
  longitude: number;
  latitude: number;
  formattedAddress: string;
  /** Six-digit region code, empty when not known. */
  adcode: string;
}

export interface MapPickerProps {
  open: boolean;
  value?: PickedPlace | null | undefined;
  /** Of the value that goes in and of the one that comes out; the geocoder itself speaks GCJ-02. */
  system: System;
  readOnly?: boolean;
  onPick?: (place: PickedPlace) => void;
  onClose: () => void;
}

const Dialog = lazy(() => import('./map-picker-dialog.tsx'));

/** Begins anew each time it is opened. */
export function MapPicker({ open, ...rest }: MapPickerProps) {
  return <Suspense fallback={null}>{open && <Dialog {...rest} />}</Suspense>;
}

interface FieldProps {
  id?: string;
  value?: PickedPlace | null;
  onChange?: (place: PickedPlace | null) => void;
  system: System;
  disabled?: boolean;
}

/** A form field that opens the picker; when disabled it shows the place on the map. */
export function PlaceField({ id, value, onChange, system, disabled = false }: FieldProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Input.Search
        id={id}
        value={value?.formattedAddress ?? ''}
        readOnly
        placeholder="请选择地址"
        disabled={disabled && !value}
        enterButton={<EnvironmentOutlined aria-label={disabled ? '查看位置' : '选择地址'} />}
        onSearch={() => setOpen(true)}
        onClick={() => !disabled && setOpen(true)}
      />
      <MapPicker
        open={open}
        value={value}
        system={system}
        readOnly={disabled}
        onPick={(place) => onChange?.(place)}
        onClose={() => setOpen(false)}
      />
    </>
  );
}

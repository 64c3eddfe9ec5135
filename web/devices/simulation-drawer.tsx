/** What a simulated device shall measure: sensible values, and presets of what a nurse should see something of. */
import { Form, InputNumber, Radio } from 'antd';
import { useId, useState } from 'react';
import {
  metricsOf,
  simulationPresets,
  wellValues,
  type SimulatedMetric,
  type SimulatedValues,
} from '#contract/devices/simulations.rules.ts';
import { metrics } from '#contract/health/metrics.ts';
import { SideDrawer } from '#web/ui/drawer.tsx';
import type { SimulationRow } from './simulations.tsx';

const valuesOf = (names: readonly SimulatedMetric[], preset: SimulatedValues): SimulatedValues =>
  Object.fromEntries(names.map((name) => [name, preset[name] ?? wellValues[name]]));

interface Props {
  device: SimulationRow | null;
  pending: boolean;
  onSay: (deviceId: number, values: SimulatedValues) => void;
  onClose: () => void;
}

export function SimulationDrawer({ device, ...props }: Props) {
  return device && <Measuring key={device.id} device={device} {...props} />;
}

function Measuring({ device, pending, onSay, onClose }: Props & { device: SimulationRow }) {
  const [form] = Form.useForm<SimulatedValues>();
  const names = metricsOf(device);
  const presets = simulationPresets.filter(({ values }) =>
    Object.keys(values).every((name) => (names as readonly string[]).includes(name)),
  );
  const [preset, setPreset] = useState<string | null>(presets[0]?.label ?? null);
  return (
    <SideDrawer
      open
      size="small"
      title={`模拟测量：${device.oldmanName ?? device.name ?? device.imei}`}
      confirmLabel="上报"
      confirming={pending}
      onConfirm={() => form.submit()}
      onClose={onClose}
    >
      <Form
        form={form}
        name={useId()}
        layout="vertical"
        initialValues={valuesOf(names, {})}
        onValuesChange={() => setPreset(null)}
        onFinish={(values) => onSay(device.id, values)}
      >
        <Form.Item label="情形" extra="填写的数值会连续上报两次：多数预警要见到两次异常">
          <Radio.Group
            optionType="button"
            value={preset}
            options={presets.map(({ label }) => label)}
            onChange={({ target }) => {
              const chosen = presets.find(({ label }) => label === target.value);
              form.setFieldsValue(valuesOf(names, chosen?.values ?? {}));
              setPreset(target.value as string);
            }}
          />
        </Form.Item>
        <div className="d-measured">
          {names.map((name) => {
            const { label, unit, plausible, decimals } = metrics[name];
            return (
              <Form.Item key={name} name={name} label={label} rules={[{ required: true, message: `请输入${label}` }]}>
                <InputNumber min={plausible[0]} max={plausible[1]} step={decimals === 1 ? 0.1 : 1} precision={decimals} suffix={unit} />
              </Form.Item>
            );
          })}
        </div>
      </Form>
    </SideDrawer>
  );
}

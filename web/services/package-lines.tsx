/** What a service package contains: projects × counts, with what they would cost one by one. */
import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Form, InputNumber, Select } from 'antd';
import { serviceProjects } from '#contract/services/services.ts';
import { toFen, toYuan } from '#contract/fields.ts';
import { useCall } from '#web/api/call.ts';
import { yuan } from '#web/ui/display.ts';
import './services.css';

export interface Line {
  projectId?: number;
  count?: number | null;
  /** As it was read: a project that is disabled by now is no longer offered. */
  projectName?: string;
  standardPrice?: number;
}

/** The projects that may be chosen, at most the specification's 999. */
const useProjects = () => useCall(serviceProjects.byTenant, { current: 1, size: 999 }, { staleTime: 60_000, quiet: true });

interface Offered {
  id: number;
  name: string;
  serverName: string;
  standardPrice: number;
}

function optionsOf(projects: readonly Offered[], lines: readonly Line[]) {
  const known = new Set(projects.map(({ id }) => id));
  const chosen = new Set(lines.map(({ projectId }) => projectId));
  const gone = lines.filter(({ projectId }) => projectId !== undefined && !known.has(projectId));
  const groups = Map.groupBy(projects, ({ serverName }) => serverName);
  return [
    ...[...groups].map(([label, list]) => ({
      label,
      options: list.map(({ id, name }) => ({ value: id, label: name, disabled: chosen.has(id) })),
    })),
    ...(gone.length
      ? [
          {
            label: '已停用',
            options: gone.map(({ projectId, projectName }) => ({ value: projectId as number, label: `${projectName}（已停用）` })),
          },
        ]
      : []),
  ];
}

interface Props {
  id?: string;
  value?: Line[];
  onChange?: (lines: Line[]) => void;
}

export function PackageLines({ id, value = [], onChange }: Props) {
  const form = Form.useFormInstance();
  const price = Form.useWatch<number | null | undefined>('price', form);
  const { data, isPending, isError, refetch } = useProjects();
  const projects = data?.records ?? [];
  const prices = new Map(projects.map((project) => [project.id, project.standardPrice]));
  const priceOf = ({ projectId, standardPrice = 0 }: Line) => prices.get(projectId ?? 0) ?? standardPrice;
  const worth = value.reduce((sum, line) => sum + toFen(priceOf(line)) * (line.count ?? 0), 0);
  const saved = price === null || price === undefined ? 0 : worth - toFen(price);
  const options = optionsOf(projects, value);
  const change = (at: number, line: Line) => onChange?.(value.map((one, index) => (index === at ? line : one)));
  return (
    <div className="y-package-lines" id={id} role="group" aria-label="服务项目与次数">
      {value.map((line, at) => (
        // Lines have no identity but their place.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={at} className="y-package-line">
          <Select
            value={line.projectId}
            onChange={(projectId: number) => change(at, { projectId, count: line.count ?? 1 })}
            options={options}
            showSearch={{ optionFilterProp: 'label' }}
            loading={isPending}
            status={isError ? 'warning' : ''}
            onOpenChange={(open) => open && isError && void refetch()}
            placeholder="请选择服务项目"
            aria-label={`第${at + 1}项服务项目`}
            notFoundContent={isError ? '加载失败，请重新打开' : isPending ? '加载中…' : '暂无可用的服务项目'}
          />
          <InputNumber<number>
            value={line.count ?? null}
            onChange={(count) => change(at, { ...line, count })}
            min={1}
            max={9999}
            precision={0}
            suffix="次"
            aria-label={`第${at + 1}项次数`}
          />
          <span className="y-package-price">{line.projectId ? yuan(toYuan(toFen(priceOf(line)) * (line.count ?? 0))) : ''}</span>
          <Button
            type="text"
            icon={<DeleteOutlined aria-hidden />}
            aria-label={`删除第${at + 1}项`}
            onClick={() => onChange?.(value.filter((_one, index) => index !== at))}
          />
        </div>
      ))}
      <Button
        type="dashed"
        icon={<PlusOutlined aria-hidden />}
        disabled={value.length >= 50}
        onClick={() => onChange?.([...value, { count: 1 }])}
      >
        添加服务项目
      </Button>
      {worth > 0 && (
        <p className="y-package-sum">
          按标准价格合计 <b>{yuan(toYuan(worth))}</b>
          {saved > 0 && <>，套餐优惠 {yuan(toYuan(saved))}</>}
          {saved < 0 && <em>，套餐价格高于单次合计</em>}
        </p>
      )}
    </div>
  );
}

/** What is registered of a person, and where they live on the map. */
import { Descriptions } from 'antd';
import type { ReactNode } from 'react';
import type { people } from '#contract/elderly/people.ts';
import { telOf } from '#contract/phones.rules.ts';
import type { RowOf } from '#web/ui/data-table.tsx';
import { DictionaryTag } from '#web/ui/dictionary-tag.tsx';
import { MISSING } from '#web/ui/display.ts';
import { PlaceMap } from '#web/ui/map.tsx';
import { RegionName } from '#web/ui/region-cascader.tsx';
import { useDepartmentName } from './department-name.ts';
import { ageText, bedText, FlagTags, genderText } from './person-tags.tsx';
import './people.css';

export type PersonRow = RowOf<typeof people.page>;

type Item = readonly [label: string, value: ReactNode, wide?: true];

function Part({ title, items }: { title: string; items: readonly Item[] }) {
  return (
    <Descriptions
      title={title}
      size="small"
      column={{ xs: 1, sm: 2, lg: 3, xxl: 4 }}
      className="e-part"
      items={items.map(([label, value, wide]) => ({
        key: label,
        label,
        children: value === null || value === '' ? <span className="y-missing">{MISSING}</span> : value,
        ...(wide ? { span: 'filled' as const } : {}),
      }))}
    />
  );
}

const phone = (number: string | null) => number && <a href={telOf(number)}>{number}</a>;

export function PersonBasic({ person }: { person: PersonRow }) {
  const department = useDepartmentName(person.departmentId);
  const { lng, lat } = person;
  return (
    <div className="e-basic">
      <div>
        <Part
          title="基本信息"
          items={[
            ['姓名', person.userName],
            ['性别', genderText(person.gender)],
            ['年龄', ageText(person.age)],
            ['出生日期', person.birthDate],
            ['所属机构', person.tenantName],
            ['登记时间', person.createTime],
          ]}
        />
        <Part
          title="联系"
          items={[
            ['联系电话', phone(person.mobile)],
            ['紧急联系人', person.contactName],
            ['联系人电话', phone(person.contactPhone)],
          ]}
        />
        <Part
          title="居住"
          items={[
            ['服务类型', <DictionaryTag key="type" type="service_type" value={person.serviceType} />],
            ['房间床位', bedText(person)],
            ['所在地区', <RegionName key="region" code={person.regionCode} />],
            ['家庭住址', person.address, true],
          ]}
        />
        <Part
          title="照护"
          items={[
            ['护理等级', <DictionaryTag key="level" type="care_level" value={person.careLevel} />],
            ['能力评估', <DictionaryTag key="anergy" type="anergy" value={person.anergy} />],
            ['所属部门', department],
            ['护理员', person.carerName],
            ['照护提醒', <FlagTags key="flags" flags={person.flags} />, true],
            ['备注', person.remarks, true],
          ]}
        />
      </div>
      {lng !== null && lat !== null && (
        <aside aria-label="住处位置">
          <h3>住处位置</h3>
          <PlaceMap
            system="wgs84"
            zoom={16}
            height={300}
            label={`${person.userName}的住处`}
            markers={[{ lng, lat, label: person.address ?? person.userName }]}
          />
        </aside>
      )}
    </div>
  );
}

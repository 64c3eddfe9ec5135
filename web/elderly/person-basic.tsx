/** What is registered of a person, and where they live on the map. */
import { Descriptions } from 'antd';
import type { ReactNode } from 'react';
import { titleOf } from '#contract/labels.ts';
import { personLabels } from '#contract/elderly/people.labels.ts';
import type { people } from '#contract/elderly/people.ts';
import type { RowOf } from '#web/ui/data-table.tsx';
import { DictionaryTag } from '#web/ui/dictionary-tag.tsx';
import { MISSING } from '#web/ui/display.ts';
import { PlaceMap } from '#web/ui/map.tsx';
import { RegionName } from '#web/ui/region-cascader.tsx';
import { useDepartmentName } from './department-name.ts';
import { IdentityText } from './identity-text.tsx';
import { ageText, bedText, FlagTags, genderText } from './person-tags.tsx';
import { PhoneText } from './phone-text.tsx';
import './people.css';

export type PersonRow = RowOf<typeof people.page>;

/** A field with its value, over the whole width or not; `label` where it is not the field's own. */
type Item = readonly [name: keyof typeof personLabels, value: ReactNode, wide?: true, label?: string];

function Part({ title, items }: { title: string; items: readonly Item[] }) {
  return (
    <Descriptions
      title={title}
      size="small"
      column={{ xs: 1, sm: 2, lg: 3, xxl: 4 }}
      className="e-part"
      items={items.map(([name, value, wide, label = titleOf(personLabels, name)]) => ({
        key: name,
        label,
        children: value === null || value === '' ? <span className="y-missing">{MISSING}</span> : value,
        ...(wide ? { span: 'filled' as const } : {}),
      }))}
    />
  );
}

const phone = (personId: number, number: string | null) => number && <PhoneText personId={personId} phone={number} />;

export function PersonBasic({ person }: { person: PersonRow }) {
  const department = useDepartmentName(person.departmentId);
  const { lng, lat } = person;
  return (
    <div className="e-basic">
      <div>
        <Part
          title="基本信息"
          items={[
            ['userName', person.userName],
            ['gender', genderText(person.gender)],
            ['age', ageText(person.age)],
            ['birthDate', person.birthDate],
            ['identityNumber', person.identityNumber && <IdentityText key="identity" id={person.id} masked={person.identityNumber} />],
            ['tenantName', person.tenantName],
            ['createTime', person.createTime],
          ]}
        />
        <Part
          title="联系"
          items={[
            ['mobile', phone(person.id, person.mobile)],
            ['contactName', person.contactName],
            ['contactPhone', phone(person.id, person.contactPhone)],
            [
              'contactRelation',
              <DictionaryTag key="relation" type={personLabels.contactRelation.dictionary} value={person.contactRelation} />,
            ],
          ]}
        />
        <Part
          title="居住"
          items={[
            ['serviceType', <DictionaryTag key="type" type={personLabels.serviceType.dictionary} value={person.serviceType} />],
            ['place', bedText(person)],
            ['regionCode', <RegionName key="region" code={person.regionCode} />],
            ['address', person.address, true],
          ]}
        />
        <Part
          title="照护"
          items={[
            ['careLevel', <DictionaryTag key="level" type={personLabels.careLevel.dictionary} value={person.careLevel} />],
            ['anergy', <DictionaryTag key="anergy" type={personLabels.anergy.dictionary} value={person.anergy} />, undefined, '能力评估'],
            ['departmentId', department],
            ['carerName', person.carerName],
            ['flags', <FlagTags key="flags" flags={person.flags} />, true],
            ['remarks', person.remarks, true],
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

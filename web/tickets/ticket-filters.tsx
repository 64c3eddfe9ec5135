/** What tickets are searched by. */
import { Input, Select } from 'antd';
import { ticketLabels } from '#contract/tickets/tickets.labels.ts';
import { ticketPriorities, ticketSources, ticketStateLabels, ticketTypes } from '#contract/tickets/tickets.rules.ts';
import { DateRange } from '#web/ui/date-range.tsx';
import { choices } from '#web/ui/inputs.tsx';
import { labelledFilter } from '#web/ui/search-form.tsx';
import { GroupSelect } from './group-select.tsx';
import { OwnerSelect } from './owner-select.tsx';

const Filter = labelledFilter(ticketLabels);
const sources = Object.entries(ticketSources).map(([value, label]) => ({ value, label }));

export const ticketFilters = (states: readonly number[]) => (
  <>
    <Filter name="keyword">
      <Input placeholder="诉求编号或标题" allowClear maxLength={50} />
    </Filter>
    <Filter name="state">
      <Select
        allowClear
        placeholder="全部"
        options={choices(Object.fromEntries(states.map((state) => [state, ticketStateLabels[state]!])))}
      />
    </Filter>
    <Filter name="type">
      <Select allowClear placeholder="全部" options={choices(ticketTypes)} />
    </Filter>
    <Filter name="priority">
      <Select allowClear placeholder="全部" options={choices(ticketPriorities)} />
    </Filter>
    <Filter name="source">
      <Select allowClear placeholder="全部" options={sources} />
    </Filter>
    <Filter name="ownerId">
      <OwnerSelect groupId={null} texts />
    </Filter>
    <Filter name="groupId">
      <GroupSelect texts />
    </Filter>
    <Filter name="tag">
      <Input placeholder="标签" allowClear maxLength={12} />
    </Filter>
    <Filter name={['startDate', 'endDate']}>
      <DateRange days />
    </Filter>
  </>
);

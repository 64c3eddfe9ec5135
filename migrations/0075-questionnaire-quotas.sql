-- How many answers a choice, or two choices together, may have (docs/decisions/102): [{"most": 10, "conditions": [{"formItemId": 101, "optionValue": 1}]}].
alter table questionnaire_settings add column quotas jsonb not null default '[]' check (jsonb_typeof(quotas) = 'array');

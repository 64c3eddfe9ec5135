-- Templates of questionnaires have a recycle bin: those that were removed lately are in it, those of before go for good.
alter table removals no force row level security;
alter table questionnaire_templates no force row level security;
delete from questionnaire_templates where deleted_at <= now() - interval '30 days';
alter table removals disable trigger record_change;
insert into removals (tenant_id, kind, subject_id, name, deleted_at)
select tenant_id, 'questionnaire_template', id, name, deleted_at from questionnaire_templates where deleted_at is not null;
alter table removals enable trigger record_change;
alter table removals force row level security;
alter table questionnaire_templates force row level security;

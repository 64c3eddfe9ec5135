-- Whoever is named to fill in a questionnaire finds its order by this; most rows name nobody.
create index work_order_job_questionnaires_person on work_order_job_questionnaires (tenant_id, user_id, work_order_id) where user_id is not null;

-- Who renames or shares a template says which one was read.
alter table questionnaire_templates add column version integer not null default 1;

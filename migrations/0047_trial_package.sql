-- What has no duration to buy is the trial: it opens everything, and says so. The policies bind the owner, too, until after this.
alter table packages no force row level security;
update packages set description = '免费试用全部功能，试用期内可随时订购套餐' where code = 'basic' and description = '服务对象、设备、预警与工单，适合先试用的机构';
alter table packages force row level security;

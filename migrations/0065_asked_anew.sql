-- Since when a warning waits to be confirmed, where that is later than its creation: somebody pressed or fell again after it was confirmed, or it grew graver or came back.
alter table warnings add column asked_at timestamptz;

-- Since when a bed that its person left waits to be cleaned; null: it does not wait.
alter table beds add column cleaning_since timestamptz;

-- Since when a bed that its person left waits to be cleaned; null: it is clean, or nobody lay in it.
alter table beds add column cleaning_since timestamptz;

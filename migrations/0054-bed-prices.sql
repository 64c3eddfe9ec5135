-- What a bed costs a month by the institution's price list; null: it has none. What a resident pays stands in the contract.
alter table beds add column month_fen bigint check (month_fen between 0 and 100000000);

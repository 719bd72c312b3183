-- No thing is lent to two at a time.
ALTER TABLE transactions ADD CONSTRAINT transactions_lent_once EXCLUDE USING gist (
  renter_id WITH =, item_id WITH =, copy WITH =, lent WITH &&
) WHERE (status IN ('accepted', 'handed_over'));
--> statement-breakpoint
-- No copy is in two hands at a time, also where one of the two is back later than agreed.
ALTER TABLE transactions ADD CONSTRAINT transactions_out_once EXCLUDE USING gist (
  renter_id WITH =, item_id WITH =, copy WITH =
) WHERE (status = 'handed_over');
--> statement-breakpoint
-- Of a session that opens one conversation, and of the link that began it.
ALTER TABLE tokens ADD CONSTRAINT tokens_transaction_id_transactions_id_fk
  FOREIGN KEY (transaction_id) REFERENCES transactions (id) ON DELETE CASCADE;

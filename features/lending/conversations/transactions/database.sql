-- One copy of a thing is never promised to two borrowers at a time.
ALTER TABLE transactions ADD CONSTRAINT transactions_lent_once EXCLUDE USING gist (
  renter_id WITH =, item_id WITH =, copy WITH =, lent WITH &&
) WHERE (status IN ('accepted', 'handed_over'));
--> statement-breakpoint
-- No copy is handed over to two borrowers at a time, even if one loan is overdue.
ALTER TABLE transactions ADD CONSTRAINT transactions_out_once EXCLUDE USING gist (
  renter_id WITH =, item_id WITH =, copy WITH =
) WHERE (status = 'handed_over');
--> statement-breakpoint
-- A session that opens one conversation, and the link that started it, refer to its transaction.
ALTER TABLE tokens ADD CONSTRAINT tokens_transaction_id_transactions_id_fk
  FOREIGN KEY (transaction_id) REFERENCES transactions (id) ON DELETE CASCADE;

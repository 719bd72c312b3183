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
--> statement-breakpoint
-- The map knows on which days a thing is promised or out; announces each change of that, for both letterboxes if a
-- loan moves to another account.
CREATE FUNCTION announce_promised() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('letterlend.quiet', true) = 'on' THEN
    RETURN NULL;
  END IF;
  PERFORM pg_notify('letterbox_changed', id::text) FROM letterboxes
  WHERE (TG_OP <> 'INSERT' AND user_id = OLD.renter_id) OR (TG_OP <> 'DELETE' AND user_id = NEW.renter_id);
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER transactions_announce_begun AFTER INSERT ON transactions
FOR EACH ROW
WHEN (NEW.status IN ('accepted', 'handed_over'))
EXECUTE FUNCTION announce_promised();
--> statement-breakpoint
CREATE TRIGGER transactions_announce_changed AFTER UPDATE ON transactions
FOR EACH ROW
WHEN (
  (OLD.status IN ('accepted', 'handed_over') OR NEW.status IN ('accepted', 'handed_over'))
  AND (OLD.status, OLD.lent, OLD.item_id, OLD.renter_id)
    IS DISTINCT FROM (NEW.status, NEW.lent, NEW.item_id, NEW.renter_id)
)
EXECUTE FUNCTION announce_promised();
--> statement-breakpoint
CREATE TRIGGER transactions_announce_ended AFTER DELETE ON transactions
FOR EACH ROW
WHEN (OLD.status IN ('accepted', 'handed_over'))
EXECUTE FUNCTION announce_promised();

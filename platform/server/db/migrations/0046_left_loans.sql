-- Deleting an account ends what was asked and promised with it. What lost a side before is ended now, so
-- that the thing is free again; what is out stays out until who is left says that it is back.
INSERT INTO transaction_events (transaction_id, status, at, reason)
SELECT id, 'withdrawn', greatest(now(), updated_at + interval '1 millisecond'), 'left' FROM transactions
WHERE status IN ('requested', 'accepted') AND (borrower_id IS NULL OR renter_id IS NULL);
--> statement-breakpoint
UPDATE transactions SET status = 'withdrawn'
WHERE status IN ('requested', 'accepted') AND (borrower_id IS NULL OR renter_id IS NULL);

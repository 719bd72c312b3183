-- What is counted for everybody, by month: each is read from an index, or as much as came in a month.
CREATE INDEX letterboxes_created_at_idx ON letterboxes (created_at);
--> statement-breakpoint
CREATE INDEX transactions_created_at_idx ON transactions (created_at);
--> statement-breakpoint
CREATE INDEX transaction_events_loans_idx ON transaction_events (status, at)
WHERE status IN ('accepted', 'handed_over');

-- What is counted for everybody: read from indexes alone, or as much as was asked in a year.
-- New letterboxes of a month, and whose owners show them.
CREATE INDEX letterboxes_created_at_idx ON letterboxes (created_at) INCLUDE (user_id)
WHERE latitude IS NOT NULL AND holiday_until IS NULL;
--> statement-breakpoint
CREATE INDEX users_on_map_idx ON users (id) WHERE show_on_map;
--> statement-breakpoint
CREATE INDEX transactions_created_at_idx ON transactions (created_at);
--> statement-breakpoint
CREATE INDEX transaction_events_loans_idx ON transaction_events (status, at)
WHERE status IN ('accepted', 'handed_over');

-- What the overview counts by month, and what waits for somebody: read from indexes of these rows alone.
CREATE INDEX letterboxes_placed_idx ON letterboxes (created_at) WHERE latitude IS NOT NULL;
--> statement-breakpoint
CREATE INDEX transactions_answered_at_idx ON transactions (answered_at, renter_id)
WHERE answered_at IS NOT NULL;
--> statement-breakpoint
CREATE INDEX orders_counted_idx ON orders (created_at, product_id) WHERE status <> 'cancelled';
--> statement-breakpoint
CREATE INDEX order_events_paid_idx ON order_events (created_at, order_id)
WHERE status = 'paid' AND refunded_cents IS NULL AND NOT noted;
--> statement-breakpoint
CREATE INDEX order_events_refunded_idx ON order_events (created_at) WHERE refunded_cents IS NOT NULL;
--> statement-breakpoint
CREATE INDEX orders_waiting_idx ON orders (status, product_id)
WHERE status IN ('pending_confirmation', 'paid');

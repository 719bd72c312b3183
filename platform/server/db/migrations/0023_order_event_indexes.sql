DROP INDEX "order_events_paid_idx";--> statement-breakpoint
DROP INDEX "order_events_refunded_idx";
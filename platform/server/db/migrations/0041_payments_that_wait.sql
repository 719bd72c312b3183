ALTER TABLE "unmatched_payments" DROP CONSTRAINT "unmatched_payments_state_check";--> statement-breakpoint
ALTER TABLE "orders" DROP CONSTRAINT "orders_payment_method_check";--> statement-breakpoint
ALTER TABLE "payments" DROP CONSTRAINT "payments_status_check";--> statement-breakpoint
DROP INDEX "payments_one_at_a_time";--> statement-breakpoint
DROP INDEX "payments_unsettled_idx";--> statement-breakpoint
ALTER TABLE "bank_payments" ADD COLUMN "way" text DEFAULT 'bank' NOT NULL;--> statement-breakpoint
ALTER TABLE "bank_payments" ADD COLUMN "returned_on" date;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "awaited_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "disputes" ADD COLUMN "decided_at" timestamp with time zone;--> statement-breakpoint
CREATE UNIQUE INDEX "payments_one_at_a_time" ON "payments" USING btree ("order_id") WHERE "payments"."status" IN ('started', 'requires_action', 'awaited', 'mismatch');--> statement-breakpoint
CREATE INDEX "payments_unsettled_idx" ON "payments" USING btree ("updated_at") WHERE "payments"."status" IN ('started', 'requires_action', 'awaited', 'refund_due');--> statement-breakpoint
ALTER TABLE "bank_payments" ADD CONSTRAINT "bank_payments_way_check" CHECK ("bank_payments"."way" IN ('bank', 'cash'));--> statement-breakpoint
ALTER TABLE "unmatched_payments" ADD CONSTRAINT "unmatched_payments_state_check" CHECK ("unmatched_payments"."state" IN ('open', 'assigned', 'returned', 'set_aside'));--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_payment_method_check" CHECK ("orders"."payment_method" IN ('stripe', 'paypal', 'invoice', 'sandbox', 'cash'));--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_status_check" CHECK ("payments"."status" IN ('started', 'requires_action', 'awaited', 'succeeded', 'declined', 'cancelled', 'mismatch', 'refund_due', 'refunded'));
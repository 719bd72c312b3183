CREATE INDEX "bank_payments_recorded_by_idx" ON "bank_payments" USING btree ("recorded_by") WHERE "bank_payments"."recorded_by" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "bank_payments_settled_by_idx" ON "bank_payments" USING btree ("settled_by") WHERE "bank_payments"."settled_by" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "unmatched_payments_settled_by_idx" ON "unmatched_payments" USING btree ("settled_by") WHERE "unmatched_payments"."settled_by" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "message_reports_handled_idx" ON "message_reports" USING btree ("handled_at","id") WHERE "message_reports"."handled_at" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "order_events_refunded_idx" ON "order_events" USING btree ("order_id") WHERE "order_events"."refunded_cents" > 0;--> statement-breakpoint
CREATE INDEX "order_events_user_id_idx" ON "order_events" USING btree ("user_id") WHERE "order_events"."user_id" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "orders_cancelled_paid_idx" ON "orders" USING btree ("id") WHERE "orders"."status" = 'cancelled' AND "orders"."paid_cents" > 0;--> statement-breakpoint
CREATE INDEX "disputes_settled_by_idx" ON "disputes" USING btree ("settled_by") WHERE "disputes"."settled_by" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "payments_settled_by_idx" ON "payments" USING btree ("settled_by") WHERE "payments"."settled_by" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "refunds_settled_by_idx" ON "refunds" USING btree ("settled_by") WHERE "refunds"."settled_by" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "refunds_user_id_idx" ON "refunds" USING btree ("user_id") WHERE "refunds"."user_id" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "reports_email_idx" ON "reports" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "messages_to_id_idx" ON "messages" USING btree ("to_id");--> statement-breakpoint
CREATE INDEX "transactions_left_idx" ON "transactions" USING btree ("id") WHERE "transactions"."borrower_id" IS NULL AND "transactions"."renter_id" IS NULL;
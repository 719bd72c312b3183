DROP INDEX "transaction_events_loans_idx";--> statement-breakpoint
ALTER TABLE "transactions" ADD COLUMN "days_asked_by" text;--> statement-breakpoint
ALTER TABLE "transactions" ADD COLUMN "asked_handover_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "transactions" ADD COLUMN "asked_return_by" date;--> statement-breakpoint
CREATE INDEX "transaction_events_loans_idx" ON "transaction_events" USING btree ("status","at") WHERE "transaction_events"."status" IN ('accepted', 'handed_over') AND "transaction_events"."reason" IS NULL;--> statement-breakpoint
ALTER TABLE "transactions" ADD CONSTRAINT "transactions_days_asked_by_check" CHECK ("transactions"."days_asked_by" IN ('borrower', 'lender'));--> statement-breakpoint
ALTER TABLE "transactions" ADD CONSTRAINT "transactions_days_asked_check" CHECK (("transactions"."days_asked_by" IS NULL) = ("transactions"."asked_handover_at" IS NULL AND "transactions"."asked_return_by" IS NULL));
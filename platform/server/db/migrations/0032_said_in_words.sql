DROP INDEX "transaction_events_loans_idx";--> statement-breakpoint
ALTER TABLE "transactions" ADD COLUMN "in_words" text;--> statement-breakpoint
CREATE INDEX "transaction_events_loans_idx" ON "transaction_events" USING btree ("status","at") WHERE "transaction_events"."status" IN ('accepted', 'handed_over') AND ("transaction_events"."reason" IS NULL OR "transaction_events"."reason" = 'noted');--> statement-breakpoint
ALTER TABLE "transactions" ADD CONSTRAINT "transactions_in_words_check" CHECK ("transactions"."in_words" IN ('agreed', 'fetched'));
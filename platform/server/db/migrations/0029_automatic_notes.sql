ALTER TABLE "received_mails" DROP CONSTRAINT "received_mails_outcome_check";--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "automatic" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "received_mails" ADD CONSTRAINT "received_mails_outcome_check" CHECK ("received_mails"."outcome" IN ('taken', 'automatic', 'held', 'refused', 'bounce', 'dropped'));
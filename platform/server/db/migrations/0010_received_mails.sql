CREATE TABLE "inbound_mailbox" (
	"one" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"read_at" timestamp with time zone,
	"failing_since" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "received_mails" (
	"key" text PRIMARY KEY NOT NULL,
	"outcome" text NOT NULL,
	"told" text,
	"received_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "received_mails_outcome_check" CHECK ("received_mails"."outcome" IN ('taken', 'refused', 'bounce', 'dropped'))
);
--> statement-breakpoint
CREATE INDEX "received_mails_received_at_idx" ON "received_mails" USING btree ("received_at");--> statement-breakpoint
CREATE INDEX "received_mails_told_idx" ON "received_mails" USING btree ("told","received_at");
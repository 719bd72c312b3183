CREATE TABLE "mail_outcomes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"address" text NOT NULL,
	"kind" text,
	"outcome" text NOT NULL,
	"code" text,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "mail_outcomes_outcome_check" CHECK ("mail_outcomes"."outcome" IN ('sent', 'refused', 'given_up', 'not_tried'))
);
--> statement-breakpoint
CREATE TABLE "refused_addresses" (
	"address" text PRIMARY KEY NOT NULL,
	"code" text NOT NULL,
	"refused_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "mail_outcomes_address_idx" ON "mail_outcomes" USING btree ("address","at");--> statement-breakpoint
CREATE INDEX "mail_outcomes_at_idx" ON "mail_outcomes" USING btree ("at");
ALTER TABLE "linked_accounts" ADD COLUMN "new_email" text;--> statement-breakpoint
ALTER TABLE "linked_accounts" ADD COLUMN "new_email_verified" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "linked_accounts" ADD CONSTRAINT "linked_accounts_new_email_check" CHECK (char_length("linked_accounts"."new_email") <= 254);
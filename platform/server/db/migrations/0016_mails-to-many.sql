CREATE TABLE "mailing_recipients" (
	"mailing_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"mail" uuid,
	"handed_at" timestamp with time zone,
	"left_at" timestamp with time zone,
	CONSTRAINT "mailing_recipients_mailing_id_user_id_pk" PRIMARY KEY("mailing_id","user_id"),
	CONSTRAINT "mailing_recipients_state_check" CHECK ("mailing_recipients"."state" IN ('waiting', 'handed', 'sent', 'refused', 'unreachable', 'unsubscribed', 'skipped', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "mailings" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"state" text DEFAULT 'running' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "mailings_kind_subject_key" UNIQUE("kind","subject"),
	CONSTRAINT "mailings_state_check" CHECK ("mailings"."state" IN ('running', 'paused', 'done'))
);
--> statement-breakpoint
ALTER TABLE "announcements" DROP CONSTRAINT "announcements_audience_check";--> statement-breakpoint
ALTER TABLE "tokens" DROP CONSTRAINT "tokens_kind_check";--> statement-breakpoint
ALTER TABLE "announcements" ADD COLUMN "on_page" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "announcements" ADD COLUMN "by_mail" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "announcements" ADD COLUMN "by_push" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "announcement_mails" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "neighbourhood_mails" boolean;--> statement-breakpoint
ALTER TABLE "mailing_recipients" ADD CONSTRAINT "mailing_recipients_mailing_id_mailings_id_fk" FOREIGN KEY ("mailing_id") REFERENCES "public"."mailings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mailing_recipients" ADD CONSTRAINT "mailing_recipients_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "mailing_recipients_waiting_idx" ON "mailing_recipients" USING btree ("mailing_id","user_id") WHERE "mailing_recipients"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "mailing_recipients_handed_at_idx" ON "mailing_recipients" USING btree ("handed_at") WHERE "mailing_recipients"."mail" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "mailing_recipients_mail_idx" ON "mailing_recipients" USING btree ("mail") WHERE "mailing_recipients"."mail" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "mailing_recipients_user_id_idx" ON "mailing_recipients" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "mailings_running_idx" ON "mailings" USING btree ("created_at") WHERE "mailings"."state" = 'running';--> statement-breakpoint
CREATE INDEX "users_neighbourhood_mails_idx" ON "users" USING btree ("id") WHERE "users"."neighbourhood_mails";--> statement-breakpoint
ALTER TABLE "announcements" ADD CONSTRAINT "announcements_ways_check" CHECK ("announcements"."on_page" OR "announcements"."by_mail" OR "announcements"."by_push");--> statement-breakpoint
ALTER TABLE "announcements" ADD CONSTRAINT "announcements_audience_check" CHECK ("announcements"."audience" IN ('all', 'no_messaging', 'region', 'lenders', 'members'));--> statement-breakpoint
ALTER TABLE "tokens" ADD CONSTRAINT "tokens_kind_check" CHECK ("tokens"."kind" IN ('session', 'email_confirmation', 'password_reset', 'email_confirmation_code', 'password_reset_code', 'login', 'conversation_link', 'conversation', 'not_me', 'unsubscribe', 'unsubscribe_requests', 'unsubscribe_membership', 'unsubscribe_reminders', 'unsubscribe_wishes', 'unsubscribe_community', 'unsubscribe_digest', 'unsubscribe_announcements', 'unsubscribe_neighbourhood'));
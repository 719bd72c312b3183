ALTER TABLE "mailing_recipients" DROP CONSTRAINT "mailing_recipients_state_check";--> statement-breakpoint
ALTER TABLE "announcements" ADD COLUMN "send_planned_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "announcements" ADD COLUMN "send_planned_by" uuid;--> statement-breakpoint
ALTER TABLE "announcements" ADD COLUMN "send_plan_done_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "announcements" ADD CONSTRAINT "announcements_send_planned_by_users_id_fk" FOREIGN KEY ("send_planned_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "announcements_send_planned_idx" ON "announcements" USING btree ("visible_from") WHERE "announcements"."send_planned_at" IS NOT NULL AND "announcements"."send_plan_done_at" IS NULL;--> statement-breakpoint
CREATE INDEX "announcements_send_planned_by_idx" ON "announcements" USING btree ("send_planned_by");--> statement-breakpoint
ALTER TABLE "mailing_recipients" ADD CONSTRAINT "mailing_recipients_state_check" CHECK ("mailing_recipients"."state" IN ('waiting', 'handed', 'sent', 'refused', 'unreachable', 'unsubscribed', 'skipped', 'failed', 'gone'));
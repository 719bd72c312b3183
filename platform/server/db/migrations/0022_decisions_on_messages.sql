CREATE TABLE "refused_messages" (
	"message_id" uuid PRIMARY KEY NOT NULL,
	"decision_id" uuid NOT NULL
);
--> statement-breakpoint
ALTER TABLE "decisions" DROP CONSTRAINT "decisions_kind_check";--> statement-breakpoint
ALTER TABLE "decisions" ADD COLUMN "automated" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "message_reports" ADD COLUMN "decision_id" uuid;--> statement-breakpoint
ALTER TABLE "refused_messages" ADD CONSTRAINT "refused_messages_message_id_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refused_messages" ADD CONSTRAINT "refused_messages_decision_id_decisions_id_fk" FOREIGN KEY ("decision_id") REFERENCES "public"."decisions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "refused_messages_decision_id_idx" ON "refused_messages" USING btree ("decision_id");--> statement-breakpoint
ALTER TABLE "message_reports" ADD CONSTRAINT "message_reports_decision_id_decisions_id_fk" FOREIGN KEY ("decision_id") REFERENCES "public"."decisions"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "message_reports_decision_id_idx" ON "message_reports" USING btree ("decision_id") WHERE "message_reports"."decision_id" IS NOT NULL;--> statement-breakpoint
ALTER TABLE "decisions" ADD CONSTRAINT "decisions_kind_check" CHECK ("decisions"."kind" IN ('letterbox_hidden', 'account_suspended', 'message_refused', 'author_warned'));
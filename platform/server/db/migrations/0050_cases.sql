CREATE TABLE "cases" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"letterbox_id" uuid,
	"message_id" uuid,
	"user_id" uuid,
	"type" text NOT NULL,
	"title" text COLLATE "und-x-icu" DEFAULT '' NOT NULL,
	"text" text COLLATE "und-x-icu" DEFAULT '' NOT NULL,
	"name" text COLLATE "und-x-icu" DEFAULT '' NOT NULL,
	"email" text DEFAULT '' NOT NULL,
	"lang" text,
	"repeats" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"assignee_id" uuid,
	"version" integer DEFAULT 0 NOT NULL,
	"staff_note" text DEFAULT '' NOT NULL,
	"handled_at" timestamp with time zone,
	"handled_by" uuid,
	"outcome" text,
	"measure" text,
	"decision_id" uuid,
	CONSTRAINT "cases_kind_check" CHECK ("cases"."kind" IN ('report', 'feedback', 'message_report', 'held_message')),
	CONSTRAINT "cases_type_check" CHECK ("cases"."kind" = 'report' AND "cases"."type" IN ('missing_sticker', 'no_access', 'other', 'illegal') OR "cases"."kind" = 'feedback' AND "cases"."type" IN ('question', 'missing_function', 'found_error', 'congratulate', 'something_else') OR "cases"."kind" = 'message_report' AND "cases"."type" IN ('money', 'rude', 'unwanted', 'other') OR "cases"."kind" = 'held_message' AND "cases"."type" IN ('')),
	CONSTRAINT "cases_subject_check" CHECK (CASE "cases"."kind"
        WHEN 'report' THEN "cases"."letterbox_id" IS NOT NULL AND "cases"."lang" IS NOT NULL
          AND "cases"."title" <> '' AND ("cases"."email" <> '' OR "cases"."type" = 'illegal')
        WHEN 'feedback' THEN "cases"."user_id" IS NOT NULL AND "cases"."text" <> ''
        ELSE "cases"."message_id" IS NOT NULL END),
	CONSTRAINT "cases_handled_check" CHECK (("cases"."handled_at" IS NULL) = ("cases"."outcome" IS NULL)),
	CONSTRAINT "cases_outcome_check" CHECK ("cases"."outcome" IN ('done', 'nothing_to_do', 'duplicate', 'justified', 'unfounded', 'refused')),
	CONSTRAINT "cases_measure_check" CHECK ("cases"."measure" IN ('none', 'warn', 'suspend')),
	CONSTRAINT "cases_lang_check" CHECK ("cases"."lang" IN ('de', 'en', 'fr')),
	CONSTRAINT "cases_title_check" CHECK (char_length("cases"."title") <= 200),
	CONSTRAINT "cases_text_check" CHECK (char_length("cases"."text") <= 4000),
	CONSTRAINT "cases_name_check" CHECK (char_length("cases"."name") <= 120),
	CONSTRAINT "cases_email_check" CHECK (char_length("cases"."email") <= 254),
	CONSTRAINT "cases_staff_note_check" CHECK (char_length("cases"."staff_note") <= 2000)
);
--> statement-breakpoint
ALTER TABLE "staff_answers" ADD COLUMN "case_id" uuid;--> statement-breakpoint
ALTER TABLE "cases" ADD CONSTRAINT "cases_letterbox_id_letterboxes_id_fk" FOREIGN KEY ("letterbox_id") REFERENCES "public"."letterboxes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cases" ADD CONSTRAINT "cases_message_id_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cases" ADD CONSTRAINT "cases_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cases" ADD CONSTRAINT "cases_assignee_id_users_id_fk" FOREIGN KEY ("assignee_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cases" ADD CONSTRAINT "cases_decision_id_decisions_id_fk" FOREIGN KEY ("decision_id") REFERENCES "public"."decisions"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "cases_open_idx" ON "cases" USING btree ("kind","created_at","id") WHERE "cases"."handled_at" IS NULL;--> statement-breakpoint
CREATE INDEX "cases_handled_idx" ON "cases" USING btree ("kind","handled_at","id") WHERE "cases"."handled_at" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "cases_created_at_idx" ON "cases" USING btree ("kind","created_at","id");--> statement-breakpoint
CREATE INDEX "cases_assignee_id_idx" ON "cases" USING btree ("assignee_id","created_at") WHERE "cases"."assignee_id" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "cases_letterbox_id_idx" ON "cases" USING btree ("letterbox_id") WHERE "cases"."letterbox_id" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "cases_user_id_idx" ON "cases" USING btree ("user_id") WHERE "cases"."user_id" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "cases_decision_id_idx" ON "cases" USING btree ("decision_id") WHERE "cases"."decision_id" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "cases_email_idx" ON "cases" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "cases_message_id_idx" ON "cases" USING btree ("message_id") WHERE "cases"."message_id" IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "cases_message_reporter_idx" ON "cases" USING btree ("message_id","user_id") WHERE "cases"."kind" = 'message_report';--> statement-breakpoint
CREATE UNIQUE INDEX "cases_refused_idx" ON "cases" USING btree ("message_id") WHERE "cases"."kind" = 'held_message';--> statement-breakpoint
CREATE INDEX "cases_search_idx" ON "cases" USING gin (lower("title" || ' ' || "text") gin_trgm_ops);--> statement-breakpoint
ALTER TABLE "staff_answers" ADD CONSTRAINT "staff_answers_case_id_cases_id_fk" FOREIGN KEY ("case_id") REFERENCES "public"."cases"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "staff_answers_case_id_idx" ON "staff_answers" USING btree ("case_id");--> statement-breakpoint
-- Reports, feedback, reports of messages and refused messages become cases of one table. The ids stay.
INSERT INTO "cases" ("id", "kind", "letterbox_id", "user_id", "type", "title", "text", "name", "email", "lang", "repeats", "created_at", "assignee_id", "version", "staff_note", "handled_at", "handled_by", "outcome")
SELECT "id", 'report', "letterbox_id", "user_id", "type", "title", "message", "name", "email", "lang", "repeats", "created_at", "assignee_id", "version", "staff_note", "handled_at", "handled_by", "outcome" FROM "reports";
--> statement-breakpoint
INSERT INTO "cases" ("id", "kind", "user_id", "type", "text", "created_at", "assignee_id", "version", "staff_note", "handled_at", "handled_by", "outcome")
SELECT "id", 'feedback', "user_id", "type", "content", "created_at", "assignee_id", "version", "staff_note", "handled_at", "handled_by", "outcome" FROM "general_feedbacks";
--> statement-breakpoint
INSERT INTO "cases" ("id", "kind", "message_id", "user_id", "type", "text", "created_at", "assignee_id", "handled_at", "handled_by", "outcome", "measure", "decision_id")
SELECT "id", 'message_report', "message_id", "reporter_id", "reason", left("note", 4000), "created_at", "assignee_id", "handled_at", "handled_by", "outcome", "measure", "decision_id" FROM "message_reports";
--> statement-breakpoint
INSERT INTO "cases" ("kind", "message_id", "type", "created_at", "handled_at", "handled_by", "outcome", "decision_id")
SELECT 'held_message', m."id", '', coalesce(m."held_at", m."created_at"), coalesce(m."refused_at", d."decided_at"), d."decided_by", 'refused', d."id"
FROM "refused_messages" r JOIN "messages" m ON m."id" = r."message_id" JOIN "decisions" d ON d."id" = r."decision_id";
--> statement-breakpoint
UPDATE "staff_answers" SET "case_id" = coalesce("report_id", "feedback_id");
--> statement-breakpoint
DROP TABLE "general_feedbacks" CASCADE;--> statement-breakpoint
DROP TABLE "message_reports" CASCADE;--> statement-breakpoint
DROP TABLE "refused_messages" CASCADE;--> statement-breakpoint
DROP TABLE "reports" CASCADE;--> statement-breakpoint
ALTER TABLE "staff_answers" DROP CONSTRAINT "staff_answers_check";--> statement-breakpoint
DROP INDEX "staff_answers_feedback_id_idx";--> statement-breakpoint
DROP INDEX "staff_answers_report_id_idx";--> statement-breakpoint
ALTER TABLE "staff_answers" ALTER COLUMN "case_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "staff_answers" DROP COLUMN "report_id";--> statement-breakpoint
ALTER TABLE "staff_answers" DROP COLUMN "feedback_id";

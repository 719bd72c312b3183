CREATE TABLE "import_parts" (
	"import_id" uuid NOT NULL,
	"part" integer NOT NULL,
	"rows" jsonb NOT NULL,
	CONSTRAINT "import_parts_import_id_part_pk" PRIMARY KEY("import_id","part")
);
--> statement-breakpoint
CREATE TABLE "import_problems" (
	"import_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"place" integer NOT NULL,
	"line" integer NOT NULL,
	"code" text NOT NULL,
	"values" jsonb NOT NULL,
	"record" jsonb,
	CONSTRAINT "import_problems_import_id_kind_place_pk" PRIMARY KEY("import_id","kind","place"),
	CONSTRAINT "import_problems_kind_check" CHECK ("import_problems"."kind" IN ('rejections', 'warnings'))
);
--> statement-breakpoint
ALTER TABLE "mailing_recipients" DROP CONSTRAINT "mailing_recipients_state_check";--> statement-breakpoint
ALTER TABLE "announcements" ADD COLUMN "send_planned_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "announcements" ADD COLUMN "send_planned_by" uuid;--> statement-breakpoint
ALTER TABLE "announcements" ADD COLUMN "send_plan_done_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "header" jsonb;--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "claim" uuid;--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "claimed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "import_parts" ADD CONSTRAINT "import_parts_import_id_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "import_problems" ADD CONSTRAINT "import_problems_import_id_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "announcements" ADD CONSTRAINT "announcements_send_planned_by_users_id_fk" FOREIGN KEY ("send_planned_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "announcements_send_planned_idx" ON "announcements" USING btree ("visible_from") WHERE "announcements"."send_planned_at" IS NOT NULL AND "announcements"."send_plan_done_at" IS NULL;--> statement-breakpoint
CREATE INDEX "announcements_send_planned_by_idx" ON "announcements" USING btree ("send_planned_by");--> statement-breakpoint
ALTER TABLE "mailing_recipients" ADD CONSTRAINT "mailing_recipients_state_check" CHECK ("mailing_recipients"."state" IN ('waiting', 'handed', 'sent', 'refused', 'unreachable', 'unsubscribed', 'skipped', 'failed', 'gone'));--> statement-breakpoint
-- Of what was imported, the rows that were left out move to their table.
INSERT INTO "import_problems" ("import_id", "kind", "place", "line", "code", "values", "record")
  SELECT i."id", 'rejections', r.place - 1, (r.problem ->> 'line')::int, r.problem ->> 'code',
    coalesce(r.problem -> 'values', '{}'), r.problem -> 'record'
  FROM "imports" i, jsonb_array_elements(i."prepared" -> 'rejects' -> 'rows') WITH ORDINALITY AS r(problem, place)
  WHERE i."status" = 'done' AND jsonb_typeof(i."prepared" -> 'rejects' -> 'rows') = 'array';--> statement-breakpoint
UPDATE "imports" SET "header" = "prepared" -> 'rejects' -> 'header'
  WHERE "status" = 'done' AND "prepared" IS NOT NULL;--> statement-breakpoint
-- What was read and not yet imported is read again, by whichever process looks first.
UPDATE "imports" SET "status" = 'checking', "version" = "version" + 1, "claimed_at" = to_timestamp(0)
  WHERE "status" = 'ready';

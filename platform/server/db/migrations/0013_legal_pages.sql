CREATE TABLE "decisions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid,
	"kind" text NOT NULL,
	"ground" text NOT NULL,
	"after_report" boolean NOT NULL,
	"reason" text NOT NULL,
	"decided_at" timestamp with time zone NOT NULL,
	"decided_by" uuid,
	"token_hash" text NOT NULL,
	"objection" text DEFAULT '' NOT NULL,
	"objected_at" timestamp with time zone,
	"handled_at" timestamp with time zone,
	"handled_by" uuid,
	"outcome" text,
	"answer" text DEFAULT '' NOT NULL,
	CONSTRAINT "decisions_token_hash_unique" UNIQUE("token_hash"),
	CONSTRAINT "decisions_kind_check" CHECK ("decisions"."kind" IN ('letterbox_hidden', 'account_suspended')),
	CONSTRAINT "decisions_ground_check" CHECK ("decisions"."ground" IN ('terms', 'law')),
	CONSTRAINT "decisions_outcome_check" CHECK ("decisions"."outcome" IN ('upheld', 'reversed')),
	CONSTRAINT "decisions_reason_check" CHECK (char_length("decisions"."reason") <= 2000),
	CONSTRAINT "decisions_objection_check" CHECK (char_length("decisions"."objection") <= 2000),
	CONSTRAINT "decisions_answer_check" CHECK (char_length("decisions"."answer") <= 2000),
	CONSTRAINT "decisions_handled" CHECK (("decisions"."handled_at" IS NULL) = ("decisions"."outcome" IS NULL) AND ("decisions"."handled_at" IS NULL OR "decisions"."objected_at" IS NOT NULL))
);
--> statement-breakpoint
CREATE TABLE "legal_versions" (
	"page" text NOT NULL,
	"version" integer NOT NULL,
	"country" text NOT NULL,
	"text_de" text NOT NULL,
	"text_en" text NOT NULL,
	"text_fr" text NOT NULL,
	"asks_consent" boolean NOT NULL,
	"published_at" timestamp with time zone NOT NULL,
	"published_by" uuid,
	CONSTRAINT "legal_versions_page_version_pk" PRIMARY KEY("page","version"),
	CONSTRAINT "legal_versions_page_check" CHECK ("legal_versions"."page" IN ('imprint', 'privacy_notice', 'terms', 'accessibility')),
	CONSTRAINT "legal_versions_country_check" CHECK ("legal_versions"."country" IN ('CH', 'LI', 'DE', 'AT', 'FR')),
	CONSTRAINT "legal_versions_version_check" CHECK ("legal_versions"."version" > 0),
	CONSTRAINT "legal_versions_text_de_check" CHECK (char_length("legal_versions"."text_de") <= 40000),
	CONSTRAINT "legal_versions_text_en_check" CHECK (char_length("legal_versions"."text_en") <= 40000),
	CONSTRAINT "legal_versions_text_fr_check" CHECK (char_length("legal_versions"."text_fr") <= 40000)
);
--> statement-breakpoint
CREATE TABLE "terms_consents" (
	"user_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"agreed_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "terms_consents_user_id_version_pk" PRIMARY KEY("user_id","version")
);
--> statement-breakpoint
ALTER TABLE "reports" DROP CONSTRAINT "reports_email_check";--> statement-breakpoint
ALTER TABLE "reports" DROP CONSTRAINT "reports_type_check";--> statement-breakpoint
ALTER TABLE "reports" ADD COLUMN "name" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "decisions" ADD CONSTRAINT "decisions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "decisions" ADD CONSTRAINT "decisions_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "decisions" ADD CONSTRAINT "decisions_handled_by_users_id_fk" FOREIGN KEY ("handled_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "legal_versions" ADD CONSTRAINT "legal_versions_published_by_users_id_fk" FOREIGN KEY ("published_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "terms_consents" ADD CONSTRAINT "terms_consents_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "decisions_user_id_idx" ON "decisions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "decisions_decided_by_idx" ON "decisions" USING btree ("decided_by");--> statement-breakpoint
CREATE INDEX "decisions_handled_by_idx" ON "decisions" USING btree ("handled_by");--> statement-breakpoint
CREATE INDEX "decisions_objected_at_idx" ON "decisions" USING btree ("objected_at","id") WHERE "decisions"."objected_at" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "legal_versions_published_by_idx" ON "legal_versions" USING btree ("published_by");--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_email_required" CHECK ("reports"."email" <> '' OR "reports"."type" = 'illegal');--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_name_check" CHECK (char_length("reports"."name") <= 120);--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_email_check" CHECK (char_length("reports"."email") <= 254);--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_type_check" CHECK ("reports"."type" IN ('missing_sticker', 'no_access', 'other', 'illegal'));
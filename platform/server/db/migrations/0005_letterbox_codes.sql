CREATE TABLE "letterbox_codes" (
	"code" text PRIMARY KEY NOT NULL,
	"letterbox_id" uuid,
	"assigned_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "letterbox_codes_code_check" CHECK ("letterbox_codes"."code" ~ '^[0-9A-HJKMNP-TV-Z]{7}$'),
	CONSTRAINT "letterbox_codes_check" CHECK (("letterbox_codes"."letterbox_id" IS NULL) = ("letterbox_codes"."assigned_at" IS NULL) AND ("letterbox_codes"."ended_at" IS NULL OR "letterbox_codes"."letterbox_id" IS NOT NULL))
);
--> statement-breakpoint
ALTER TABLE "letterbox_codes" ADD CONSTRAINT "letterbox_codes_letterbox_id_letterboxes_id_fk" FOREIGN KEY ("letterbox_id") REFERENCES "public"."letterboxes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "letterbox_codes_letterbox_id_idx" ON "letterbox_codes" USING btree ("letterbox_id","assigned_at");
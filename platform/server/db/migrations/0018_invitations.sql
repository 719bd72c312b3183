CREATE TABLE "letter_batches" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"label" text NOT NULL,
	"lang" text NOT NULL,
	"text" text NOT NULL,
	"window" text NOT NULL,
	"created_by" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "letter_batches_label_check" CHECK (char_length("letter_batches"."label") BETWEEN 1 AND 200),
	CONSTRAINT "letter_batches_lang_check" CHECK ("letter_batches"."lang" IN ('de', 'en', 'fr')),
	CONSTRAINT "letter_batches_text_check" CHECK (char_length("letter_batches"."text") <= 800),
	CONSTRAINT "letter_batches_window_check" CHECK ("letter_batches"."window" IN ('left', 'right'))
);
--> statement-breakpoint
ALTER TABLE "parcel_codes" DROP CONSTRAINT "parcel_codes_code_unique";--> statement-breakpoint
DROP INDEX "users_on_map_idx";--> statement-breakpoint
ALTER TABLE "parcel_codes" DROP CONSTRAINT "parcel_codes_pkey";--> statement-breakpoint
ALTER TABLE "parcel_codes" ADD PRIMARY KEY ("code");--> statement-breakpoint
ALTER TABLE "parcel_codes" ALTER COLUMN "order_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "parcel_codes" ADD COLUMN "batch_id" uuid;--> statement-breakpoint
ALTER TABLE "parcel_codes" ADD COLUMN "address" text;--> statement-breakpoint
ALTER TABLE "parcel_codes" ADD COLUMN "postcode" text;--> statement-breakpoint
ALTER TABLE "parcel_codes" ADD COLUMN "city" text;--> statement-breakpoint
ALTER TABLE "parcel_codes" ADD COLUMN "country" text;--> statement-breakpoint
ALTER TABLE "parcel_codes" ADD COLUMN "handed_letterbox_id" uuid;--> statement-breakpoint
ALTER TABLE "parcel_codes" ADD COLUMN "revoked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "waiting_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "letter_batches" ADD CONSTRAINT "letter_batches_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "letter_batches_created_at_idx" ON "letter_batches" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "letter_batches_created_by_idx" ON "letter_batches" USING btree ("created_by");--> statement-breakpoint
ALTER TABLE "parcel_codes" ADD CONSTRAINT "parcel_codes_batch_id_letter_batches_id_fk" FOREIGN KEY ("batch_id") REFERENCES "public"."letter_batches"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "parcel_codes" ADD CONSTRAINT "parcel_codes_handed_letterbox_id_letterboxes_id_fk" FOREIGN KEY ("handed_letterbox_id") REFERENCES "public"."letterboxes"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "parcel_codes_batch_id_idx" ON "parcel_codes" USING btree ("batch_id");--> statement-breakpoint
CREATE INDEX "parcel_codes_handed_letterbox_id_idx" ON "parcel_codes" USING btree ("handed_letterbox_id");--> statement-breakpoint
CREATE INDEX "users_waiting_idx" ON "users" USING btree ("waiting_since") WHERE "users"."waiting_since" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "users_on_map_idx" ON "users" USING btree ("id") WHERE "users"."show_on_map" AND "users"."suspended_at" IS NULL AND "users"."waiting_since" IS NULL;--> statement-breakpoint
ALTER TABLE "parcel_codes" ADD CONSTRAINT "parcel_codes_order_id_unique" UNIQUE("order_id");--> statement-breakpoint
ALTER TABLE "parcel_codes" ADD CONSTRAINT "parcel_codes_place_check" CHECK (("parcel_codes"."order_id" IS NULL) = (num_nonnulls("parcel_codes"."batch_id", "parcel_codes"."address", "parcel_codes"."postcode", "parcel_codes"."city", "parcel_codes"."country") = 5));--> statement-breakpoint
DROP TRIGGER "users_staff_version" ON "users";--> statement-breakpoint
CREATE TRIGGER users_staff_version BEFORE UPDATE ON users
FOR EACH ROW
WHEN (
  OLD.role_id IS DISTINCT FROM NEW.role_id
  OR OLD.tasks IS DISTINCT FROM NEW.tasks
  OR OLD.beta_tester IS DISTINCT FROM NEW.beta_tester
  OR OLD.suspended_at IS DISTINCT FROM NEW.suspended_at
  OR OLD.waiting_since IS DISTINCT FROM NEW.waiting_since
  OR OLD.suspended_reason IS DISTINCT FROM NEW.suspended_reason
)
EXECUTE FUNCTION count_staff_version();--> statement-breakpoint
DROP TRIGGER "users_announce" ON "users";--> statement-breakpoint
CREATE TRIGGER users_announce AFTER UPDATE ON users
FOR EACH ROW
WHEN (
  OLD.show_on_map IS DISTINCT FROM NEW.show_on_map
  OR OLD.suspended_at IS DISTINCT FROM NEW.suspended_at
  OR OLD.waiting_since IS DISTINCT FROM NEW.waiting_since
  OR OLD.enable_messaging IS DISTINCT FROM NEW.enable_messaging
  OR OLD.takes_requests IS DISTINCT FROM NEW.takes_requests
  OR OLD.reseller IS DISTINCT FROM NEW.reseller
  OR OLD.membership_until IS DISTINCT FROM NEW.membership_until
  OR NEW.last_seen_at - OLD.last_seen_at > interval '1 day'
)
EXECUTE FUNCTION announce_letterbox();--> statement-breakpoint
DROP TRIGGER "users_wished" ON "users";--> statement-breakpoint
CREATE TRIGGER users_wished AFTER UPDATE ON users
FOR EACH ROW
WHEN (
  (NEW.show_on_map AND NOT OLD.show_on_map)
  OR (OLD.suspended_at IS NOT NULL AND NEW.suspended_at IS NULL)
  OR (OLD.waiting_since IS NOT NULL AND NEW.waiting_since IS NULL)
)
EXECUTE FUNCTION queue_wished_letterbox();
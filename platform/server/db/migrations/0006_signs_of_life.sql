ALTER TABLE "letterboxes" ADD COLUMN "sign_asked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "letterboxes" ADD COLUMN "sign_asked_again_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "letterboxes" ADD COLUMN "silent_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "letterboxes" ADD COLUMN "gone_since" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "letterboxes_sign_asked_at_idx" ON "letterboxes" USING btree ("sign_asked_at") WHERE "letterboxes"."sign_asked_at" IS NOT NULL;--> statement-breakpoint
ALTER TABLE "letterboxes" ADD CONSTRAINT "letterboxes_silence_check" CHECK (("letterboxes"."sign_asked_again_at" IS NULL OR "letterboxes"."sign_asked_at" IS NOT NULL) AND ("letterboxes"."silent_since" IS NULL OR "letterboxes"."sign_asked_again_at" IS NOT NULL) AND ("letterboxes"."gone_since" IS NULL OR "letterboxes"."silent_since" IS NOT NULL));
ALTER TABLE "sheet_codes" ADD COLUMN "given_away_at" timestamp with time zone;--> statement-breakpoint
DROP INDEX "letterbox_items_stuck_at_idx";--> statement-breakpoint
ALTER TABLE "letterbox_items" DROP COLUMN "stuck_at";--> statement-breakpoint
-- The default tells the stickers of before, which are not new, without writing their rows.
ALTER TABLE "letterbox_items" ADD COLUMN "on_map_at" timestamp with time zone DEFAULT '1970-01-01T00:00:00Z';--> statement-breakpoint
ALTER TABLE "letterbox_items" ALTER COLUMN "on_map_at" DROP DEFAULT;--> statement-breakpoint
CREATE INDEX "letterbox_items_on_map_at_idx" ON "letterbox_items" USING btree ("on_map_at");--> statement-breakpoint
CREATE INDEX "letterbox_items_arriving_idx" ON "letterbox_items" USING btree ("letterbox_id") WHERE "letterbox_items"."on_map_at" IS NULL;--> statement-breakpoint
-- The next neighbourhood mail is about the weeks before it, and should not miss those before this update.
UPDATE "letterboxes" SET "on_map_at" = "created_at" WHERE "on_map_at" = '1970-01-01T00:00:00Z' AND "created_at" > now() - interval '40 days';

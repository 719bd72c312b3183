-- The default tells the letterboxes of before, which are not new, without writing their rows.
ALTER TABLE "letterboxes" ADD COLUMN "on_map_at" timestamp with time zone DEFAULT '1970-01-01T00:00:00Z';--> statement-breakpoint
ALTER TABLE "letterboxes" ALTER COLUMN "on_map_at" DROP DEFAULT;--> statement-breakpoint
CREATE INDEX "letterboxes_arriving_idx" ON "letterboxes" USING btree ("user_id") WHERE "letterboxes"."on_map_at" IS NULL;--> statement-breakpoint
DROP TRIGGER letterboxes_version ON letterboxes;--> statement-breakpoint
CREATE TRIGGER letterboxes_version BEFORE UPDATE ON letterboxes
FOR EACH ROW
WHEN (OLD.on_map_at IS NOT DISTINCT FROM NEW.on_map_at)
EXECUTE FUNCTION count_letterbox_version();

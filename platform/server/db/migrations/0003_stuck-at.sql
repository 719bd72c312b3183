ALTER TABLE "letterbox_items" ADD COLUMN "stuck_at" timestamp with time zone;--> statement-breakpoint
-- Set apart from adding the column: stickers of before are not new.
ALTER TABLE "letterbox_items" ALTER COLUMN "stuck_at" SET DEFAULT now();--> statement-breakpoint
CREATE INDEX "letterbox_items_stuck_at_idx" ON "letterbox_items" USING btree ("stuck_at");
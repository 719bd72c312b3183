ALTER TABLE "letterbox_items" ADD COLUMN "line" text;--> statement-breakpoint
CREATE INDEX "letterbox_items_line_idx" ON "letterbox_items" USING gin (lower("line") gin_trgm_ops);--> statement-breakpoint
ALTER TABLE "letterbox_items" ADD CONSTRAINT "letterbox_items_line_check" CHECK (char_length("letterbox_items"."line") BETWEEN 1 AND 80);
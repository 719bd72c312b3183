CREATE TABLE "legacy_ids" (
	"kind" text NOT NULL,
	"old_id" text NOT NULL,
	"new_id" text NOT NULL,
	"created" boolean NOT NULL,
	"imported" jsonb NOT NULL,
	CONSTRAINT "legacy_ids_kind_old_id_pk" PRIMARY KEY("kind","old_id"),
	CONSTRAINT "legacy_ids_kind_check" CHECK ("legacy_ids"."kind" IN ('item', 'user', 'letterbox', 'order', 'payment', 'transaction', 'message', 'announcement', 'announcement_answer'))
);
--> statement-breakpoint
ALTER TABLE "messages" DROP CONSTRAINT "messages_text_check";--> statement-breakpoint
ALTER TABLE "orders" DROP CONSTRAINT "orders_check";--> statement-breakpoint
ALTER TABLE "orders" DROP CONSTRAINT "orders_piece_cents_check";--> statement-breakpoint
DROP INDEX "orders_search_idx";--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "legacy_refno" text;--> statement-breakpoint
CREATE INDEX "legacy_ids_new_id_idx" ON "legacy_ids" USING btree ("kind","new_id");--> statement-breakpoint
CREATE INDEX "orders_legacy_refno_idx" ON "orders" USING btree (upper(regexp_replace("legacy_refno", '[^[:alnum:]]', '', 'g'))) WHERE "orders"."legacy_refno" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "orders_search_idx" ON "orders" USING gin (lower("refno" || ' ' || "firstname" || ' ' || "lastname" || ' ' || coalesce("email", '') || ' ' || coalesce("legacy_refno", '')) gin_trgm_ops);--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_text_check" CHECK (char_length("messages"."text") BETWEEN 1 AND 20000);--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_check" CHECK ("orders"."legacy_refno" IS NOT NULL OR "orders"."price_cents" = ("orders"."amount" * "orders"."piece_cents"));--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_piece_cents_check" CHECK ("orders"."piece_cents" > 0 OR ("orders"."legacy_refno" IS NOT NULL AND "orders"."piece_cents" >= 0));
ALTER TABLE "webhook_deliveries" DROP CONSTRAINT "webhook_deliveries_state_check";--> statement-breakpoint
UPDATE "webhook_deliveries" SET "state" = 'waiting' WHERE "state" = 'new';--> statement-breakpoint
DROP INDEX "webhook_deliveries_new_idx";--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ALTER COLUMN "state" SET DEFAULT 'waiting';--> statement-breakpoint
CREATE INDEX "webhook_deliveries_waiting_idx" ON "webhook_deliveries" USING btree ("webhook_id") WHERE "webhook_deliveries"."state" = 'waiting';--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_state_check" CHECK ("webhook_deliveries"."state" IN ('waiting', 'delivered', 'failed'));
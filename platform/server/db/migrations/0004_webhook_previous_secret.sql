ALTER TABLE "webhook_deliveries" DROP CONSTRAINT "webhook_deliveries_failure_check";--> statement-breakpoint
ALTER TABLE "webhooks" ADD COLUMN "previous_secret" text;--> statement-breakpoint
ALTER TABLE "webhooks" ADD COLUMN "previous_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_failure_check" CHECK ("webhook_deliveries"."failure" IN ('status', 'redirect', 'timeout', 'private_address', 'unknown_host', 'certificate', 'connection', 'off'));
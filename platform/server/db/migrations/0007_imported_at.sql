ALTER TABLE "imports" DROP CONSTRAINT "imports_status_check";--> statement-breakpoint
ALTER TABLE "letterboxes" ADD COLUMN "imported_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "imports" ADD CONSTRAINT "imports_status_check" CHECK ("imports"."status" IN ('receiving', 'checking', 'ready', 'writing', 'done', 'undone', 'failed', 'moved_in'));
ALTER TABLE "announcements" ALTER COLUMN "title" SET DATA TYPE text COLLATE "und-x-icu";--> statement-breakpoint
ALTER TABLE "announcements" ALTER COLUMN "title_de" SET DATA TYPE text COLLATE "und-x-icu";--> statement-breakpoint
ALTER TABLE "announcements" ALTER COLUMN "title_fr" SET DATA TYPE text COLLATE "und-x-icu";--> statement-breakpoint
ALTER TABLE "audit_log" ALTER COLUMN "subject_id" SET DATA TYPE text COLLATE "und-x-icu";--> statement-breakpoint
ALTER TABLE "audit_log" ALTER COLUMN "label" SET DATA TYPE text COLLATE "und-x-icu";--> statement-breakpoint
ALTER TABLE "unmatched_payments" ALTER COLUMN "text" SET DATA TYPE text COLLATE "und-x-icu";--> statement-breakpoint
ALTER TABLE "unmatched_payments" ALTER COLUMN "text" SET DEFAULT '';--> statement-breakpoint
ALTER TABLE "unmatched_payments" ALTER COLUMN "payer" SET DATA TYPE text COLLATE "und-x-icu";--> statement-breakpoint
ALTER TABLE "general_feedbacks" ALTER COLUMN "content" SET DATA TYPE text COLLATE "und-x-icu";--> statement-breakpoint
ALTER TABLE "items" ALTER COLUMN "name_de" SET DATA TYPE text COLLATE "und-x-icu";--> statement-breakpoint
ALTER TABLE "items" ALTER COLUMN "name_en" SET DATA TYPE text COLLATE "und-x-icu";--> statement-breakpoint
ALTER TABLE "items" ALTER COLUMN "name_fr" SET DATA TYPE text COLLATE "und-x-icu";--> statement-breakpoint
ALTER TABLE "items" ALTER COLUMN "name_it" SET DATA TYPE text COLLATE "und-x-icu";--> statement-breakpoint
ALTER TABLE "letterbox_items" ALTER COLUMN "line" SET DATA TYPE text COLLATE "und-x-icu";--> statement-breakpoint
ALTER TABLE "letterboxes" ALTER COLUMN "address" SET DATA TYPE text COLLATE "und-x-icu";--> statement-breakpoint
ALTER TABLE "letterboxes" ALTER COLUMN "address_addition" SET DATA TYPE text COLLATE "und-x-icu";--> statement-breakpoint
ALTER TABLE "letterboxes" ALTER COLUMN "city" SET DATA TYPE text COLLATE "und-x-icu";--> statement-breakpoint
ALTER TABLE "orders" ALTER COLUMN "firstname" SET DATA TYPE text COLLATE "und-x-icu";--> statement-breakpoint
ALTER TABLE "orders" ALTER COLUMN "lastname" SET DATA TYPE text COLLATE "und-x-icu";--> statement-breakpoint
ALTER TABLE "orders" ALTER COLUMN "address" SET DATA TYPE text COLLATE "und-x-icu";--> statement-breakpoint
ALTER TABLE "orders" ALTER COLUMN "address_addition" SET DATA TYPE text COLLATE "und-x-icu";--> statement-breakpoint
ALTER TABLE "orders" ALTER COLUMN "city" SET DATA TYPE text COLLATE "und-x-icu";--> statement-breakpoint
ALTER TABLE "orders" ALTER COLUMN "ideas" SET DATA TYPE text COLLATE "und-x-icu";--> statement-breakpoint
ALTER TABLE "orders" ALTER COLUMN "ideas" SET DEFAULT '';--> statement-breakpoint
ALTER TABLE "orders" ALTER COLUMN "note" SET DATA TYPE text COLLATE "und-x-icu";--> statement-breakpoint
ALTER TABLE "orders" ALTER COLUMN "note" SET DEFAULT '';--> statement-breakpoint
ALTER TABLE "parcel_codes" ALTER COLUMN "address" SET DATA TYPE text COLLATE "und-x-icu";--> statement-breakpoint
ALTER TABLE "parcel_codes" ALTER COLUMN "city" SET DATA TYPE text COLLATE "und-x-icu";--> statement-breakpoint
ALTER TABLE "products" ALTER COLUMN "name" SET DATA TYPE text COLLATE "und-x-icu";--> statement-breakpoint
ALTER TABLE "products" ALTER COLUMN "name_en" SET DATA TYPE text COLLATE "und-x-icu";--> statement-breakpoint
ALTER TABLE "products" ALTER COLUMN "name_fr" SET DATA TYPE text COLLATE "und-x-icu";--> statement-breakpoint
ALTER TABLE "reports" ALTER COLUMN "title" SET DATA TYPE text COLLATE "und-x-icu";--> statement-breakpoint
ALTER TABLE "reports" ALTER COLUMN "message" SET DATA TYPE text COLLATE "und-x-icu";--> statement-breakpoint
ALTER TABLE "reports" ALTER COLUMN "message" SET DEFAULT '';--> statement-breakpoint
ALTER TABLE "reports" ALTER COLUMN "name" SET DATA TYPE text COLLATE "und-x-icu";--> statement-breakpoint
ALTER TABLE "reports" ALTER COLUMN "name" SET DEFAULT '';--> statement-breakpoint
ALTER TABLE "messages" ALTER COLUMN "text" SET DATA TYPE text COLLATE "und-x-icu";--> statement-breakpoint
ALTER TABLE "wishes" ALTER COLUMN "place" SET DATA TYPE text COLLATE "und-x-icu";--> statement-breakpoint
ALTER TABLE "users" ALTER COLUMN "firstname" SET DATA TYPE text COLLATE "und-x-icu";--> statement-breakpoint
ALTER TABLE "users" ALTER COLUMN "firstname" SET DEFAULT '';--> statement-breakpoint
ALTER TABLE "users" ALTER COLUMN "lastname" SET DATA TYPE text COLLATE "und-x-icu";--> statement-breakpoint
ALTER TABLE "users" ALTER COLUMN "lastname" SET DEFAULT '';
CREATE TABLE "paused_addresses" (
	"address" text PRIMARY KEY NOT NULL,
	"code" text NOT NULL,
	"since" timestamp with time zone NOT NULL,
	"tries" integer NOT NULL,
	"until" timestamp with time zone NOT NULL,
	"taken_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "letterboxes" ALTER COLUMN "items_confirmed_at" DROP NOT NULL;--> statement-breakpoint
-- Whoever was entered by the community and has never been here has confirmed nothing.
SELECT set_config('letterlend.quiet', 'on', true);
--> statement-breakpoint
UPDATE letterboxes SET items_confirmed_at = NULL
FROM users
WHERE users.id = letterboxes.user_id AND letterboxes.import_key IS NOT NULL AND users.last_seen_at = 'epoch';
--> statement-breakpoint
SELECT set_config('letterlend.quiet', 'off', true);

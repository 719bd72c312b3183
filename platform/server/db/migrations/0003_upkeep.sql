-- On holiday a letterbox is hidden; the first day after it, the column is emptied again.
ALTER TABLE letterboxes ADD COLUMN holiday_until date;
--> statement-breakpoint
CREATE INDEX letterboxes_holiday_until_idx ON letterboxes (holiday_until) WHERE holiday_until IS NOT NULL;
--> statement-breakpoint
-- When the owner last said that the stickers are true, and when that was last asked for.
ALTER TABLE letterboxes ADD COLUMN items_confirmed_at timestamptz NOT NULL DEFAULT now();
--> statement-breakpoint
UPDATE letterboxes SET items_confirmed_at = updated_at;
--> statement-breakpoint
ALTER TABLE letterboxes ADD COLUMN confirmation_asked_at timestamptz;
--> statement-breakpoint
ALTER TABLE letterboxes ADD COLUMN confirmation_reminders boolean NOT NULL DEFAULT true;
--> statement-breakpoint
CREATE INDEX letterboxes_items_confirmed_at_idx ON letterboxes (items_confirmed_at);
--> statement-breakpoint
CREATE TABLE upkeep_tokens (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  token_hash text NOT NULL UNIQUE,
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  used_at timestamptz
);
--> statement-breakpoint
CREATE INDEX upkeep_tokens_user_id_idx ON upkeep_tokens (user_id);

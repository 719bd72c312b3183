-- Who manages a letterbox beside its owner. A person belongs to one household at most; that none of
-- them owns a letterbox as well is held by locking the account before either row is written.
CREATE TABLE household_members (
  user_id uuid PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  letterbox_id uuid NOT NULL REFERENCES letterboxes (id) ON DELETE CASCADE,
  joined_at timestamptz NOT NULL DEFAULT now()
);
--> statement-breakpoint
CREATE INDEX household_members_letterbox_id_idx ON household_members (letterbox_id, joined_at);
--> statement-breakpoint
-- An invitation that was used or withdrawn is gone.
CREATE TABLE household_invitations (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  letterbox_id uuid NOT NULL REFERENCES letterboxes (id) ON DELETE CASCADE,
  email text NOT NULL CHECK (char_length(email) <= 254),
  token_hash text NOT NULL UNIQUE,
  invited_by uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX household_invitations_email_key ON household_invitations (letterbox_id, lower(email));
--> statement-breakpoint
CREATE INDEX household_invitations_invited_by_idx ON household_invitations (invited_by);
--> statement-breakpoint
CREATE INDEX household_invitations_expires_at_idx ON household_invitations (expires_at);

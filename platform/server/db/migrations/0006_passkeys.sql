-- Where a session was opened, for its owner to recognise: names without versions, no address.
ALTER TABLE tokens ADD COLUMN browser text CHECK (char_length(browser) <= 40);
--> statement-breakpoint
ALTER TABLE tokens ADD COLUMN system text CHECK (char_length(system) <= 40);
--> statement-breakpoint
CREATE TABLE passkeys (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  credential_id text NOT NULL UNIQUE CHECK (char_length(credential_id) <= 1400),
  public_key text NOT NULL,
  counter bigint NOT NULL CHECK (counter BETWEEN 0 AND 4294967295),
  transports jsonb NOT NULL DEFAULT '[]',
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 60),
  created_at timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz
);
--> statement-breakpoint
CREATE INDEX passkeys_user_id_idx ON passkeys (user_id);
--> statement-breakpoint
-- What an authenticator has to sign, once and soon. Without a user it is for logging in.
CREATE TABLE passkey_challenges (
  challenge text PRIMARY KEY,
  user_id uuid REFERENCES users (id) ON DELETE CASCADE,
  expires_at timestamptz NOT NULL
);
--> statement-breakpoint
CREATE INDEX passkey_challenges_user_id_idx ON passkey_challenges (user_id);
--> statement-breakpoint
CREATE INDEX passkey_challenges_expires_at_idx ON passkey_challenges (expires_at);

CREATE TABLE users (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  email text CHECK (char_length(email) <= 254),
  new_email text CHECK (char_length(new_email) <= 254),
  email_confirmed_at timestamptz,
  password_hash text,
  firstname text NOT NULL DEFAULT '' CHECK (char_length(firstname) <= 100),
  lastname text NOT NULL DEFAULT '' CHECK (char_length(lastname) <= 100),
  role_id smallint NOT NULL DEFAULT 1 CHECK (role_id IN (1, 2, 3)),
  beta_tester boolean NOT NULL DEFAULT false,
  reseller boolean NOT NULL DEFAULT false,
  membership_paid_at timestamptz,
  show_on_map boolean NOT NULL DEFAULT true,
  show_name boolean NOT NULL DEFAULT false,
  show_email boolean NOT NULL DEFAULT false,
  enable_messaging boolean NOT NULL DEFAULT false,
  enable_notifications boolean NOT NULL DEFAULT false,
  lang text NOT NULL DEFAULT 'en' CHECK (lang IN ('de', 'en', 'fr')),
  tour_map_seen boolean NOT NULL DEFAULT false,
  tour_letterbox_seen boolean NOT NULL DEFAULT false,
  last_seen_at timestamptz NOT NULL DEFAULT now(),
  created_at timestamptz NOT NULL DEFAULT now()
);
--> statement-breakpoint
CREATE UNIQUE INDEX users_email_key ON users (lower(email));
--> statement-breakpoint
CREATE TABLE letterboxes (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  user_id uuid NOT NULL CONSTRAINT letterboxes_user_id_key UNIQUE REFERENCES users (id) ON DELETE CASCADE,
  address text NOT NULL CHECK (char_length(address) BETWEEN 1 AND 200),
  address_addition text CHECK (char_length(address_addition) <= 200),
  postcode text NOT NULL CHECK (char_length(postcode) BETWEEN 1 AND 20),
  city text NOT NULL CHECK (char_length(city) BETWEEN 1 AND 100),
  country text NOT NULL CHECK (country ~ '^[A-Z]{2}$'),
  latitude double precision CHECK (latitude BETWEEN -90 AND 90),
  longitude double precision CHECK (longitude BETWEEN -180 AND 180),
  location_verified boolean NOT NULL DEFAULT false,
  import_key text CONSTRAINT letterboxes_import_key_key UNIQUE,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CHECK ((latitude IS NULL) = (longitude IS NULL))
);
--> statement-breakpoint
CREATE TABLE items (
  id smallint PRIMARY KEY CHECK (id > 0),
  slug text NOT NULL UNIQUE,
  category text NOT NULL,
  name_de text NOT NULL,
  name_en text NOT NULL,
  name_fr text NOT NULL,
  name_it text NOT NULL,
  synonyms jsonb NOT NULL DEFAULT '[]',
  image_path text NOT NULL,
  active boolean NOT NULL DEFAULT true,
  sticker boolean NOT NULL DEFAULT true,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
--> statement-breakpoint
CREATE TABLE letterbox_items (
  letterbox_id uuid NOT NULL REFERENCES letterboxes (id) ON DELETE CASCADE,
  item_id smallint NOT NULL REFERENCES items (id) ON DELETE CASCADE,
  PRIMARY KEY (letterbox_id, item_id)
);
--> statement-breakpoint
CREATE INDEX letterbox_items_item_id_idx ON letterbox_items (item_id);
--> statement-breakpoint
CREATE TABLE tokens (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  kind text NOT NULL CHECK (kind IN ('session', 'email_confirmation', 'password_reset', 'login', 'unsubscribe')),
  token_hash text NOT NULL UNIQUE,
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  email text,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  used_at timestamptz
);
--> statement-breakpoint
CREATE INDEX tokens_user_id_idx ON tokens (user_id);
--> statement-breakpoint
CREATE INDEX tokens_expires_at_idx ON tokens (expires_at);
--> statement-breakpoint
CREATE TABLE transactions (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  status text NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'closed')),
  item_id smallint NOT NULL REFERENCES items (id),
  borrower_id uuid REFERENCES users (id) ON DELETE SET NULL,
  renter_id uuid REFERENCES users (id) ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CHECK (borrower_id <> renter_id)
);
--> statement-breakpoint
CREATE INDEX transactions_borrower_id_idx ON transactions (borrower_id, updated_at DESC);
--> statement-breakpoint
CREATE INDEX transactions_renter_id_idx ON transactions (renter_id, updated_at DESC);
--> statement-breakpoint
CREATE TABLE messages (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  transaction_id uuid NOT NULL REFERENCES transactions (id) ON DELETE CASCADE,
  from_id uuid REFERENCES users (id) ON DELETE SET NULL,
  to_id uuid REFERENCES users (id) ON DELETE SET NULL,
  text text NOT NULL CHECK (char_length(text) BETWEEN 1 AND 800),
  created_at timestamptz NOT NULL DEFAULT now(),
  seen_at timestamptz,
  request_id uuid
);
--> statement-breakpoint
CREATE INDEX messages_transaction_id_idx ON messages (transaction_id, created_at DESC, id);
--> statement-breakpoint
CREATE INDEX messages_unseen_idx ON messages (to_id, transaction_id) WHERE seen_at IS NULL;
--> statement-breakpoint
CREATE INDEX messages_from_id_idx ON messages (from_id, created_at);
--> statement-breakpoint
-- What a client sends twice under one request id is stored once.
CREATE UNIQUE INDEX messages_request_id_key ON messages (from_id, request_id) WHERE request_id IS NOT NULL;
--> statement-breakpoint
CREATE TABLE spent_captchas (
  id text PRIMARY KEY,
  expires_at timestamptz NOT NULL
);
--> statement-breakpoint
CREATE TABLE attempts (
  key text PRIMARY KEY,
  count integer NOT NULL,
  window_ends_at timestamptz NOT NULL
);
--> statement-breakpoint
CREATE TABLE local_mails (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  recipient text NOT NULL,
  subject text NOT NULL,
  html text NOT NULL,
  text text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
--> statement-breakpoint
CREATE TABLE geocoding_cache (
  key text PRIMARY KEY,
  result jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
--> statement-breakpoint
CREATE TABLE community_settings (
  key text PRIMARY KEY,
  value jsonb NOT NULL
);
--> statement-breakpoint
-- Every change of what the map shows is announced after commit. A bulk writer sets
-- letterlend.quiet for its transaction and announces 'all' once.
CREATE FUNCTION announce_letterbox() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed uuid;
BEGIN
  IF current_setting('letterlend.quiet', true) = 'on' THEN
    RETURN NULL;
  END IF;
  IF TG_TABLE_NAME = 'users' THEN
    SELECT id INTO changed FROM letterboxes WHERE user_id = NEW.id;
  ELSIF TG_TABLE_NAME = 'letterbox_items' THEN
    changed := CASE TG_OP WHEN 'DELETE' THEN OLD.letterbox_id ELSE NEW.letterbox_id END;
  ELSE
    changed := CASE TG_OP WHEN 'DELETE' THEN OLD.id ELSE NEW.id END;
  END IF;
  IF changed IS NOT NULL THEN
    PERFORM pg_notify('letterbox_changed', changed::text);
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER letterboxes_announce AFTER INSERT OR UPDATE OR DELETE ON letterboxes
  FOR EACH ROW EXECUTE FUNCTION announce_letterbox();
--> statement-breakpoint
CREATE TRIGGER letterbox_items_announce AFTER INSERT OR UPDATE OR DELETE ON letterbox_items
  FOR EACH ROW EXECUTE FUNCTION announce_letterbox();
--> statement-breakpoint
CREATE TRIGGER users_announce AFTER UPDATE ON users
  FOR EACH ROW WHEN (
    OLD.show_on_map IS DISTINCT FROM NEW.show_on_map
    OR OLD.enable_messaging IS DISTINCT FROM NEW.enable_messaging
    OR OLD.reseller IS DISTINCT FROM NEW.reseller
    OR OLD.membership_paid_at IS DISTINCT FROM NEW.membership_paid_at
    OR NEW.last_seen_at - OLD.last_seen_at > interval '1 day'
  ) EXECUTE FUNCTION announce_letterbox();
--> statement-breakpoint
-- A session that is revoked (logged out, account deleted) loses its live streams in every process.
CREATE FUNCTION announce_session_end() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('live_event', json_build_object('type', 'session_ended', 'session_id', OLD.id)::text);
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER tokens_announce AFTER DELETE ON tokens
  FOR EACH ROW WHEN (OLD.kind = 'session' AND OLD.expires_at > now())
  EXECUTE FUNCTION announce_session_end();

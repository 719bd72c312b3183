CREATE TABLE wishes (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  item_id smallint NOT NULL REFERENCES items (id) ON DELETE CASCADE,
  user_id uuid REFERENCES users (id) ON DELETE CASCADE,
  email text CHECK (char_length(email) <= 254),
  lang text NOT NULL CHECK (lang IN ('de', 'en', 'fr')),
  latitude double precision NOT NULL CHECK (latitude BETWEEN -90 AND 90),
  longitude double precision NOT NULL CHECK (longitude BETWEEN -180 AND 180),
  radius integer NOT NULL CHECK (radius BETWEEN 1 AND 50000),
  place text CHECK (char_length(place) <= 200),
  confirmed_at timestamptz,
  notified_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  CHECK ((user_id IS NULL) <> (email IS NULL)),
  CHECK (user_id IS NULL OR confirmed_at IS NOT NULL)
);
--> statement-breakpoint
CREATE UNIQUE INDEX wishes_user_id_item_id_key ON wishes (user_id, item_id) WHERE user_id IS NOT NULL;
--> statement-breakpoint
CREATE UNIQUE INDEX wishes_email_item_id_key ON wishes (lower(email), item_id)
  WHERE email IS NOT NULL AND confirmed_at IS NOT NULL;
--> statement-breakpoint
CREATE INDEX wishes_item_id_latitude_idx ON wishes (item_id, latitude) WHERE confirmed_at IS NOT NULL;
--> statement-breakpoint
CREATE INDEX wishes_expires_at_idx ON wishes (expires_at);
--> statement-breakpoint
CREATE TABLE wish_tokens (
  token_hash text PRIMARY KEY,
  wish_id uuid NOT NULL REFERENCES wishes (id) ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('confirm', 'end'))
);
--> statement-breakpoint
CREATE INDEX wish_tokens_wish_id_idx ON wish_tokens (wish_id);
--> statement-breakpoint
-- Letterboxes that a wish knows of: told of at mailed_at, or still to be told of.
CREATE TABLE wish_matches (
  wish_id uuid NOT NULL REFERENCES wishes (id) ON DELETE CASCADE,
  letterbox_id uuid NOT NULL REFERENCES letterboxes (id) ON DELETE CASCADE,
  mailed_at timestamptz,
  PRIMARY KEY (wish_id, letterbox_id)
);
--> statement-breakpoint
CREATE INDEX wish_matches_pending_idx ON wish_matches (wish_id) WHERE mailed_at IS NULL;
--> statement-breakpoint
CREATE INDEX wish_matches_letterbox_id_idx ON wish_matches (letterbox_id);
--> statement-breakpoint
-- The queue of letterboxes that may answer a wish, written by the transaction that changes them.
-- Without a foreign key and with many rows a letterbox: writing here waits for nobody.
CREATE TABLE wish_candidates (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  letterbox_id uuid NOT NULL
);
--> statement-breakpoint
-- Half a degree of latitude is more than the largest radius; the exact distance is taken later.
CREATE FUNCTION queue_wished_items() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO wish_candidates (letterbox_id)
  SELECT DISTINCT added.letterbox_id
  FROM added
  JOIN letterboxes ON letterboxes.id = added.letterbox_id
  JOIN wishes ON wishes.item_id = added.item_id AND wishes.confirmed_at IS NOT NULL
    AND wishes.latitude BETWEEN letterboxes.latitude - 0.5 AND letterboxes.latitude + 0.5;
  IF FOUND THEN
    PERFORM pg_notify('wish_candidate', '');
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER letterbox_items_wished AFTER INSERT ON letterbox_items
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION queue_wished_items();
--> statement-breakpoint
CREATE FUNCTION queue_wished_letterbox() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO wish_candidates (letterbox_id)
  SELECT letterboxes.id
  FROM letterboxes
  WHERE CASE TG_TABLE_NAME WHEN 'users' THEN letterboxes.user_id = NEW.id ELSE letterboxes.id = NEW.id END
    AND EXISTS (
      SELECT 1 FROM letterbox_items
      JOIN wishes ON wishes.item_id = letterbox_items.item_id AND wishes.confirmed_at IS NOT NULL
        AND wishes.latitude BETWEEN letterboxes.latitude - 0.5 AND letterboxes.latitude + 0.5
      WHERE letterbox_items.letterbox_id = letterboxes.id
    );
  IF FOUND THEN
    PERFORM pg_notify('wish_candidate', '');
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER letterboxes_wished AFTER UPDATE ON letterboxes
  FOR EACH ROW WHEN (
    OLD.latitude IS DISTINCT FROM NEW.latitude OR OLD.longitude IS DISTINCT FROM NEW.longitude
  ) EXECUTE FUNCTION queue_wished_letterbox();
--> statement-breakpoint
CREATE TRIGGER users_wished AFTER UPDATE ON users
  FOR EACH ROW WHEN (NEW.show_on_map AND NOT OLD.show_on_map)
  EXECUTE FUNCTION queue_wished_letterbox();

-- What the community has hidden, and whom it has suspended: neither is seen by others any more.
ALTER TABLE letterboxes
  ADD COLUMN hidden_at timestamptz,
  -- As the owner is told.
  ADD COLUMN hidden_reason text CHECK (char_length(hidden_reason) <= 1000),
  -- Counts the changes, whoever makes them.
  ADD COLUMN version integer NOT NULL DEFAULT 0,
  ADD CHECK ((hidden_at IS NULL) = (hidden_reason IS NULL));
--> statement-breakpoint
ALTER TABLE users
  ADD COLUMN suspended_at timestamptz,
  ADD COLUMN suspended_reason text CHECK (char_length(suspended_reason) <= 1000),
  -- A membership that nobody paid for; membership_until is the later one of both.
  ADD COLUMN membership_given_until timestamptz;
--> statement-breakpoint
CREATE FUNCTION count_letterbox_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.version := OLD.version + 1;
  RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER letterboxes_version BEFORE UPDATE ON letterboxes
  FOR EACH ROW EXECUTE FUNCTION count_letterbox_version();
--> statement-breakpoint
DROP TRIGGER users_announce ON users;
--> statement-breakpoint
CREATE TRIGGER users_announce AFTER UPDATE ON users
  FOR EACH ROW WHEN (
    OLD.show_on_map IS DISTINCT FROM NEW.show_on_map
    OR OLD.suspended_at IS DISTINCT FROM NEW.suspended_at
    OR OLD.enable_messaging IS DISTINCT FROM NEW.enable_messaging
    OR OLD.reseller IS DISTINCT FROM NEW.reseller
    OR OLD.membership_until IS DISTINCT FROM NEW.membership_until
    OR NEW.last_seen_at - OLD.last_seen_at > interval '1 day'
  ) EXECUTE FUNCTION announce_letterbox();
--> statement-breakpoint
-- What is shown again may answer a wish.
DROP TRIGGER letterboxes_wished ON letterboxes;
--> statement-breakpoint
CREATE TRIGGER letterboxes_wished AFTER UPDATE ON letterboxes
  FOR EACH ROW WHEN (
    OLD.latitude IS DISTINCT FROM NEW.latitude OR OLD.longitude IS DISTINCT FROM NEW.longitude
    OR (OLD.hidden_at IS NOT NULL AND NEW.hidden_at IS NULL)
  ) EXECUTE FUNCTION queue_wished_letterbox();
--> statement-breakpoint
DROP TRIGGER users_wished ON users;
--> statement-breakpoint
CREATE TRIGGER users_wished AFTER UPDATE ON users
  FOR EACH ROW WHEN (
    (NEW.show_on_map AND NOT OLD.show_on_map)
    OR (OLD.suspended_at IS NOT NULL AND NEW.suspended_at IS NULL)
  ) EXECUTE FUNCTION queue_wished_letterbox();
--> statement-breakpoint
-- The counts for everybody are read from these two alone.
DROP INDEX letterboxes_created_at_idx;
--> statement-breakpoint
CREATE INDEX letterboxes_created_at_idx ON letterboxes (created_at) INCLUDE (user_id)
WHERE latitude IS NOT NULL AND holiday_until IS NULL AND hidden_at IS NULL;
--> statement-breakpoint
DROP INDEX users_on_map_idx;
--> statement-breakpoint
CREATE INDEX users_on_map_idx ON users (id) WHERE show_on_map AND suspended_at IS NULL;
--> statement-breakpoint
-- The list of all letterboxes: what is searched in it, and what it is sorted by.
CREATE INDEX letterboxes_search_idx ON letterboxes USING gin (
  lower(address || ' ' || coalesce(address_addition, '') || ' ' || postcode || ' ' || city) gin_trgm_ops
);
--> statement-breakpoint
CREATE INDEX users_search_idx ON users USING gin (
  lower(firstname || ' ' || lastname || ' ' || coalesce(email, '')) gin_trgm_ops
);
--> statement-breakpoint
CREATE INDEX letterboxes_newest_idx ON letterboxes (created_at, id);
--> statement-breakpoint
CREATE INDEX letterboxes_city_idx ON letterboxes (city, address, id);
--> statement-breakpoint
CREATE INDEX users_lastname_idx ON users (lower(lastname || ' ' || firstname), id);
--> statement-breakpoint
CREATE INDEX letterboxes_hidden_idx ON letterboxes (hidden_at) WHERE hidden_at IS NOT NULL;
--> statement-breakpoint
CREATE INDEX users_reseller_idx ON users (id) WHERE reseller;

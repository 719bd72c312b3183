-- Announces every change of what the map shows, after commit. A bulk writer sets letterlend.quiet for its transaction
-- and announces 'all' once.
CREATE FUNCTION announce_letterbox() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed uuid;
BEGIN
  IF current_setting('letterlend.quiet', true) = 'on' THEN
    RETURN NULL;
  END IF;
  IF TG_TABLE_NAME = 'users' THEN
    PERFORM pg_notify('letterbox_changed', managed.id::text) FROM (
      SELECT id FROM letterboxes WHERE user_id = NEW.id
      UNION SELECT letterbox_id FROM household_members WHERE user_id = NEW.id
    ) AS managed;
    RETURN NULL;
  ELSIF TG_TABLE_NAME = 'letterbox_items' THEN
    changed := CASE TG_OP WHEN 'DELETE' THEN OLD.letterbox_id ELSE NEW.letterbox_id END;
  ELSE
    changed := CASE TG_OP WHEN 'DELETE' THEN OLD.id ELSE NEW.id END;
  END IF;
  PERFORM pg_notify('letterbox_changed', changed::text);
  RETURN NULL;
END
$$;
--> statement-breakpoint
-- Announces that a request does or does not reach an owner any more: a mail address was marked, or a device or a
-- household member was added or removed.
CREATE FUNCTION announce_reach() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  person uuid;
  changed record;
BEGIN
  IF current_setting('letterlend.quiet', true) = 'on' THEN
    RETURN NULL;
  END IF;
  changed := CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
  IF TG_TABLE_NAME = 'refused_addresses' THEN
    SELECT id INTO person FROM users WHERE lower(email) = changed.address;
  ELSE
    person := changed.user_id;
  END IF;
  PERFORM pg_notify('letterbox_changed', managed.id::text) FROM (
    SELECT id FROM letterboxes WHERE user_id = person
    UNION SELECT letterbox_id FROM household_members WHERE user_id = person
  ) AS managed;
  IF TG_TABLE_NAME = 'household_members' THEN
    PERFORM pg_notify('letterbox_changed', changed.letterbox_id::text);
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER refused_addresses_announce AFTER INSERT OR DELETE ON refused_addresses
FOR EACH ROW
EXECUTE FUNCTION announce_reach();
--> statement-breakpoint
CREATE TRIGGER push_subscriptions_announce AFTER INSERT OR UPDATE OF user_id, silent_at OR DELETE ON push_subscriptions
FOR EACH ROW
EXECUTE FUNCTION announce_reach();
--> statement-breakpoint
CREATE TRIGGER household_members_announce AFTER INSERT OR DELETE ON household_members
FOR EACH ROW
EXECUTE FUNCTION announce_reach();
--> statement-breakpoint
CREATE TRIGGER letterboxes_announce AFTER INSERT OR UPDATE OR DELETE ON letterboxes
FOR EACH ROW
EXECUTE FUNCTION announce_letterbox();
--> statement-breakpoint
CREATE TRIGGER letterbox_items_announce AFTER INSERT OR UPDATE OR DELETE ON letterbox_items
FOR EACH ROW
EXECUTE FUNCTION announce_letterbox();
--> statement-breakpoint
-- The list of items includes inactive ones as long as a letterbox has them.
CREATE TRIGGER letterbox_items_kept_answer AFTER INSERT OR DELETE OR TRUNCATE ON letterbox_items
FOR EACH STATEMENT
EXECUTE FUNCTION announce_kept_answer('items');
--> statement-breakpoint
-- `last_seen_at` only by more than a day, because the map shows it no more precisely.
CREATE TRIGGER users_announce AFTER UPDATE ON users
FOR EACH ROW
WHEN (
  OLD.show_on_map IS DISTINCT FROM NEW.show_on_map
  OR OLD.suspended_at IS DISTINCT FROM NEW.suspended_at
  OR OLD.waiting_since IS DISTINCT FROM NEW.waiting_since
  OR OLD.enable_messaging IS DISTINCT FROM NEW.enable_messaging
  OR OLD.takes_requests IS DISTINCT FROM NEW.takes_requests
  OR (OLD.email_confirmed_at IS NULL) IS DISTINCT FROM (NEW.email_confirmed_at IS NULL)
  OR OLD.email IS DISTINCT FROM NEW.email
  OR OLD.notify_request IS DISTINCT FROM NEW.notify_request
  OR OLD.reseller IS DISTINCT FROM NEW.reseller
  OR OLD.membership_until IS DISTINCT FROM NEW.membership_until
  OR NEW.last_seen_at - OLD.last_seen_at > interval '1 day'
)
EXECUTE FUNCTION announce_letterbox();
--> statement-breakpoint
CREATE FUNCTION count_letterbox_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.version := OLD.version + 1;
  RETURN NEW;
END
$$;
--> statement-breakpoint
-- That a letterbox has come onto the map is noticed by a job, and no reason to refuse the form of another person.
CREATE TRIGGER letterboxes_version BEFORE UPDATE ON letterboxes
FOR EACH ROW
WHEN (OLD.on_map_at IS NOT DISTINCT FROM NEW.on_map_at)
EXECUTE FUNCTION count_letterbox_version();
--> statement-breakpoint
-- Normalises street and house number for searches by address: without accents, capitals and punctuation,
-- "Langstrasse", "Langstraße" and "Langstr." alike, "94 a" as "94a", and a leading number last ("12 rue du Lac").
-- What a letter is does not depend on the database's own collation: "Bœuf" is one word everywhere.
CREATE FUNCTION letterbox_address_key(address text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT regexp_replace(trim(
    regexp_replace(
      regexp_replace(
        regexp_replace(
          regexp_replace(
            regexp_replace(
              replace(lower(regexp_replace(normalize(address COLLATE "und-x-icu", NFD), '[\u0300-\u036f]', '', 'g')), 'ß', 'ss'),
              '([aou])e', '\1', 'g'),
            'str(asse|\.)?(?![a-z])', 'str ', 'g'),
          '[^[:alnum:]]+', ' ', 'g'),
        '([[:alpha:]])(\d)', '\1 \2', 'g'),
      '(\d) ([a-z]|bis|ter)(?![[:alnum:]])', '\1\2', 'g')),
    '^(\d+(?:[a-z]|bis|ter)?) (\D.*)$', '\2 \1')
$$;
--> statement-breakpoint
CREATE INDEX letterboxes_address_key_idx ON letterboxes (letterbox_address_key(address) COLLATE "C");
--> statement-breakpoint
-- The public statistics read only these two indexes: the new letterboxes of a month whose owners show them, and those
-- of a region.
CREATE INDEX letterboxes_created_at_idx ON letterboxes (created_at) INCLUDE (user_id)
  WHERE latitude IS NOT NULL AND holiday_until IS NULL AND hidden_at IS NULL AND gone_since IS NULL;
--> statement-breakpoint
CREATE INDEX letterboxes_latitude_idx ON letterboxes (latitude, longitude) INCLUDE (id, user_id)
  WHERE latitude IS NOT NULL;

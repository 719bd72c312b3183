CREATE OR REPLACE FUNCTION announce_letterbox() RETURNS trigger LANGUAGE plpgsql AS $$
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
CREATE TRIGGER push_subscriptions_announce AFTER INSERT OR UPDATE OF user_id OR DELETE ON push_subscriptions
FOR EACH ROW
EXECUTE FUNCTION announce_reach();
--> statement-breakpoint
CREATE TRIGGER household_members_announce AFTER INSERT OR DELETE ON household_members
FOR EACH ROW
EXECUTE FUNCTION announce_reach();
--> statement-breakpoint
DROP TRIGGER users_announce ON users;
--> statement-breakpoint
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

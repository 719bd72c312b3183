-- Whether neighbours may ask this letterbox; its owner asks others either way.
ALTER TABLE users ADD COLUMN takes_requests boolean NOT NULL DEFAULT true;
--> statement-breakpoint
DROP TRIGGER users_announce ON users;
--> statement-breakpoint
CREATE TRIGGER users_announce AFTER UPDATE ON users
  FOR EACH ROW WHEN (
    OLD.show_on_map IS DISTINCT FROM NEW.show_on_map
    OR OLD.suspended_at IS DISTINCT FROM NEW.suspended_at
    OR OLD.enable_messaging IS DISTINCT FROM NEW.enable_messaging
    OR OLD.takes_requests IS DISTINCT FROM NEW.takes_requests
    OR OLD.reseller IS DISTINCT FROM NEW.reseller
    OR OLD.membership_until IS DISTINCT FROM NEW.membership_until
    OR NEW.last_seen_at - OLD.last_seen_at > interval '1 day'
  ) EXECUTE FUNCTION announce_letterbox();

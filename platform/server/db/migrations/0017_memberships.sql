-- Until when an owner is a supporter: a year after it was paid, or after the end of the year before.
-- membership_paid_at is written beside it until no process of the version before can be running.
ALTER TABLE users
  ADD COLUMN membership_until timestamptz,
  ADD COLUMN membership_reminders boolean NOT NULL DEFAULT true;
--> statement-breakpoint
UPDATE users SET membership_until = membership_paid_at + interval '12 months'
WHERE membership_paid_at IS NOT NULL;
--> statement-breakpoint
CREATE INDEX users_membership_until_idx ON users (membership_until) WHERE membership_until IS NOT NULL;
--> statement-breakpoint
DROP TRIGGER users_announce ON users;
--> statement-breakpoint
CREATE TRIGGER users_announce AFTER UPDATE ON users
  FOR EACH ROW WHEN (
    OLD.show_on_map IS DISTINCT FROM NEW.show_on_map
    OR OLD.enable_messaging IS DISTINCT FROM NEW.enable_messaging
    OR OLD.reseller IS DISTINCT FROM NEW.reseller
    OR OLD.membership_until IS DISTINCT FROM NEW.membership_until
    OR NEW.last_seen_at - OLD.last_seen_at > interval '1 day'
  ) EXECUTE FUNCTION announce_letterbox();
--> statement-breakpoint
-- Each reminder once for each end: the row is written in the transaction that writes the mail.
CREATE TABLE membership_reminders (
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('ending', 'ended')),
  membership_until timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, kind, membership_until)
);
--> statement-breakpoint
ALTER TABLE tokens DROP CONSTRAINT tokens_kind_check;
--> statement-breakpoint
ALTER TABLE tokens ADD CONSTRAINT tokens_kind_check CHECK (
  kind IN ('session', 'email_confirmation', 'password_reset', 'login', 'unsubscribe', 'unsubscribe_requests',
    'unsubscribe_membership')
);

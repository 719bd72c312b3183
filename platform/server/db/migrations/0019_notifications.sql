-- How often somebody is told of each kind of thing. Of messages the switch enable_notifications says
-- whether at all, and the column how often while it is on.
ALTER TABLE users
  ADD COLUMN notify_request text NOT NULL DEFAULT 'at_once'
    CHECK (notify_request IN ('at_once', 'daily', 'weekly', 'off')),
  ADD COLUMN notify_message text NOT NULL DEFAULT 'at_once'
    CHECK (notify_message IN ('at_once', 'daily', 'weekly')),
  ADD COLUMN notify_reminder text NOT NULL DEFAULT 'at_once'
    CHECK (notify_reminder IN ('at_once', 'daily', 'weekly', 'off')),
  ADD COLUMN notify_wish text NOT NULL DEFAULT 'at_once'
    CHECK (notify_wish IN ('at_once', 'daily', 'weekly', 'off')),
  ADD COLUMN notify_community text NOT NULL DEFAULT 'at_once'
    CHECK (notify_community IN ('at_once', 'daily', 'weekly', 'off'));
--> statement-breakpoint
-- What somebody is to be told: in the next digest, or on their devices. Without a secret: links that
-- log in are made when the digest is written.
CREATE TABLE notices (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('request', 'message', 'reminder', 'wish', 'community')),
  delivery text NOT NULL CHECK (delivery IN ('digest', 'push')),
  content jsonb NOT NULL,
  path text NOT NULL,
  tag text,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- When it went into a digest.
  gathered_at timestamptz
);
--> statement-breakpoint
CREATE INDEX notices_user_id_idx ON notices (user_id);
--> statement-breakpoint
CREATE INDEX notices_waiting_idx ON notices (created_at) WHERE delivery = 'digest' AND gathered_at IS NULL;
--> statement-breakpoint
-- A browser that takes pushes for an account; it ends with the session in which it was switched on.
CREATE TABLE push_subscriptions (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  session_id uuid NOT NULL REFERENCES tokens (id) ON DELETE CASCADE,
  endpoint text NOT NULL UNIQUE,
  p256dh text NOT NULL,
  auth text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_ok_at timestamptz
);
--> statement-breakpoint
CREATE INDEX push_subscriptions_user_id_idx ON push_subscriptions (user_id);
--> statement-breakpoint
CREATE INDEX push_subscriptions_session_id_idx ON push_subscriptions (session_id);
--> statement-breakpoint
ALTER TABLE tokens DROP CONSTRAINT tokens_kind_check;
--> statement-breakpoint
ALTER TABLE tokens ADD CONSTRAINT tokens_kind_check CHECK (
  kind IN ('session', 'email_confirmation', 'password_reset', 'login', 'unsubscribe', 'unsubscribe_requests',
    'unsubscribe_membership', 'unsubscribe_reminders', 'unsubscribe_wishes', 'unsubscribe_community',
    'unsubscribe_digest')
);

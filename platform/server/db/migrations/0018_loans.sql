-- A request becomes a loan: its states, its dates, who did what when.
CREATE EXTENSION IF NOT EXISTS btree_gist;
--> statement-breakpoint
ALTER TABLE transactions DROP CONSTRAINT transactions_status_check;
--> statement-breakpoint
ALTER TABLE transactions
  ALTER COLUMN status SET DEFAULT 'requested',
  ADD COLUMN wanted_from date,
  ADD COLUMN wanted_until date,
  -- Whose dates these are: the borrower may say yes to those of the lender.
  ADD COLUMN dates_by text NOT NULL DEFAULT 'borrower' CHECK (dates_by IN ('borrower', 'lender')),
  ADD COLUMN handover_at timestamptz,
  ADD COLUMN return_by date,
  ADD COLUMN handover_note text CHECK (char_length(handover_note) BETWEEN 1 AND 800),
  -- The days on which the thing is away, and which of several alike it is.
  ADD COLUMN lent daterange,
  ADD COLUMN copy smallint,
  -- What several letterboxes were asked by at once has one.
  ADD COLUMN ask_id uuid,
  -- The first word or decision of the lender's side.
  ADD COLUMN answered_at timestamptz,
  -- Somebody blocked the other side: nothing is written any more.
  ADD COLUMN closed_at timestamptz,
  -- The request waits for a moderator, and the lender knows nothing of it.
  ADD COLUMN held_at timestamptz;
--> statement-breakpoint
UPDATE transactions SET answered_at = (
  SELECT min(created_at) FROM messages
  WHERE transaction_id = transactions.id AND from_id = transactions.renter_id
);
--> statement-breakpoint
-- What was asked before there were answers by a tap, and is old, is over; a late yes opens it again.
UPDATE transactions
SET status = CASE WHEN updated_at < now() - interval '30 days' THEN 'expired' ELSE 'requested' END;
--> statement-breakpoint
ALTER TABLE transactions
  ADD CONSTRAINT transactions_status_check CHECK (
    status IN ('requested', 'accepted', 'handed_over', 'returned', 'declined', 'withdrawn', 'expired')
  ),
  ADD CONSTRAINT transactions_wanted_check CHECK (wanted_until >= wanted_from),
  ADD CONSTRAINT transactions_lent_check CHECK (
    status NOT IN ('accepted', 'handed_over') OR (lent IS NOT NULL AND copy IS NOT NULL)
  ),
  -- No thing is lent to two at a time.
  ADD CONSTRAINT transactions_lent_once EXCLUDE USING gist (
    renter_id WITH =, item_id WITH =, copy WITH =, lent WITH &&
  ) WHERE (status IN ('accepted', 'handed_over'));
--> statement-breakpoint
CREATE INDEX transactions_ask_id_idx ON transactions (ask_id) WHERE ask_id IS NOT NULL;
--> statement-breakpoint
CREATE INDEX transactions_running_idx ON transactions (status, created_at)
WHERE status IN ('requested', 'accepted', 'handed_over');
--> statement-breakpoint
-- Of one request to several one is said yes to at most.
CREATE UNIQUE INDEX transactions_ask_accepted_key ON transactions (borrower_id, ask_id)
WHERE ask_id IS NOT NULL AND status IN ('accepted', 'handed_over', 'returned');
--> statement-breakpoint
ALTER TABLE letterbox_items
  ADD COLUMN copies smallint NOT NULL DEFAULT 1 CHECK (copies BETWEEN 1 AND 9);
--> statement-breakpoint
ALTER TABLE messages
  -- What the receiver is warned of in a message from somebody not yet answered.
  ADD COLUMN warnings text[] NOT NULL DEFAULT '{}',
  -- Waits for a moderator: nobody but its author sees it until it is released.
  ADD COLUMN held_at timestamptz;
--> statement-breakpoint
CREATE INDEX messages_held_idx ON messages (held_at) WHERE held_at IS NOT NULL;
--> statement-breakpoint
CREATE TABLE transaction_events (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  transaction_id uuid NOT NULL REFERENCES transactions (id) ON DELETE CASCADE,
  status text NOT NULL,
  at timestamptz NOT NULL,
  -- Null: it happened by itself.
  side text CHECK (side IN ('borrower', 'lender')),
  by_id uuid REFERENCES users (id) ON DELETE SET NULL,
  reason text,
  wanted_from date,
  wanted_until date,
  handover_at timestamptz,
  return_by date,
  -- Chosen by the client: the same change sent twice happens once.
  request_id uuid,
  UNIQUE (transaction_id, request_id)
);
--> statement-breakpoint
CREATE INDEX transaction_events_transaction_id_idx ON transaction_events (transaction_id, at, id);
--> statement-breakpoint
CREATE INDEX transaction_events_by_id_idx ON transaction_events (by_id);
--> statement-breakpoint
INSERT INTO transaction_events (transaction_id, status, at, side, by_id)
SELECT id, 'requested', created_at, 'borrower', borrower_id FROM transactions;
--> statement-breakpoint
INSERT INTO transaction_events (transaction_id, status, at)
SELECT id, 'expired', greatest(created_at, updated_at) FROM transactions WHERE status = 'expired';
--> statement-breakpoint
ALTER TABLE transaction_views
  ADD COLUMN archived boolean NOT NULL DEFAULT false,
  ADD COLUMN muted boolean NOT NULL DEFAULT false;
--> statement-breakpoint
-- A thank-you of each side after the return; its receiver may hide one that is shown to everybody.
CREATE TABLE transaction_thanks (
  transaction_id uuid NOT NULL REFERENCES transactions (id) ON DELETE CASCADE,
  side text NOT NULL CHECK (side IN ('borrower', 'lender')),
  by_id uuid REFERENCES users (id) ON DELETE SET NULL,
  to_id uuid REFERENCES users (id) ON DELETE CASCADE,
  text text CHECK (char_length(text) BETWEEN 1 AND 300),
  shown boolean NOT NULL,
  hidden boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (transaction_id, side)
);
--> statement-breakpoint
CREATE INDEX transaction_thanks_to_id_idx ON transaction_thanks (to_id, created_at);
--> statement-breakpoint
CREATE INDEX transaction_thanks_by_id_idx ON transaction_thanks (by_id);
--> statement-breakpoint
-- Each reminder once: the row is written in the transaction that tells of it.
CREATE TABLE transaction_reminders (
  transaction_id uuid NOT NULL REFERENCES transactions (id) ON DELETE CASCADE,
  kind text NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (transaction_id, kind)
);
--> statement-breakpoint
CREATE TABLE blocks (
  blocker_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  blocked_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (blocker_id, blocked_id),
  CHECK (blocker_id <> blocked_id)
);
--> statement-breakpoint
CREATE INDEX blocks_blocked_id_idx ON blocks (blocked_id);
--> statement-breakpoint
CREATE TABLE message_reports (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  message_id uuid NOT NULL REFERENCES messages (id) ON DELETE CASCADE,
  reporter_id uuid REFERENCES users (id) ON DELETE SET NULL,
  reason text NOT NULL,
  created_at timestamptz NOT NULL,
  UNIQUE (message_id, reporter_id)
);
--> statement-breakpoint
CREATE INDEX message_reports_reporter_id_idx ON message_reports (reporter_id);

-- Who of a household wrote a message; null for messages from before this and after the account went.
ALTER TABLE messages ADD COLUMN author_id uuid REFERENCES users (id) ON DELETE SET NULL;
--> statement-breakpoint
CREATE INDEX messages_author_id_idx ON messages (author_id, created_at);
--> statement-breakpoint
-- A borrower speaks for nobody else.
UPDATE messages SET author_id = from_id FROM transactions
WHERE transactions.id = messages.transaction_id AND messages.from_id = transactions.borrower_id;
--> statement-breakpoint
-- When somebody last had a conversation in view, and what was mailed since: one mail until it is opened.
CREATE TABLE transaction_views (
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  transaction_id uuid NOT NULL REFERENCES transactions (id) ON DELETE CASCADE,
  viewed_at timestamptz,
  told_of uuid,
  PRIMARY KEY (user_id, transaction_id)
);
--> statement-breakpoint
CREATE INDEX transaction_views_transaction_id_idx ON transaction_views (transaction_id);
--> statement-breakpoint
-- What the switches that need the map go back to when it is switched on again; null while it is on.
ALTER TABLE users ADD COLUMN show_name_again boolean, ADD COLUMN enable_messaging_again boolean;
--> statement-breakpoint
-- Two links end mails: those of requests with the requests, those of answers alone.
ALTER TABLE tokens DROP CONSTRAINT tokens_kind_check;
--> statement-breakpoint
ALTER TABLE tokens ADD CONSTRAINT tokens_kind_check CHECK (
  kind IN ('session', 'email_confirmation', 'password_reset', 'login', 'unsubscribe', 'unsubscribe_requests')
);

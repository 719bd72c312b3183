-- What a mail's link opens: one conversation, for a week. Kinds of their own, so that a process of the
-- version before, which would take them for sessions that may do everything, honours none of them.
ALTER TABLE tokens ADD COLUMN transaction_id uuid REFERENCES transactions (id) ON DELETE CASCADE;
--> statement-breakpoint
CREATE INDEX tokens_transaction_id_idx ON tokens (transaction_id) WHERE transaction_id IS NOT NULL;
--> statement-breakpoint
ALTER TABLE tokens DROP CONSTRAINT tokens_kind_check;
--> statement-breakpoint
ALTER TABLE tokens ADD CONSTRAINT tokens_kind_check CHECK (
  kind IN ('session', 'email_confirmation', 'password_reset', 'login', 'conversation_link', 'conversation',
    'unsubscribe', 'unsubscribe_requests', 'unsubscribe_membership', 'unsubscribe_reminders',
    'unsubscribe_wishes', 'unsubscribe_community', 'unsubscribe_digest')
);
--> statement-breakpoint
ALTER TABLE tokens ADD CONSTRAINT tokens_transaction_check CHECK (
  (transaction_id IS NOT NULL) = (kind IN ('conversation_link', 'conversation'))
);

-- What is typed from a mail, beside its link. As kinds of their own they live shorter, and the version
-- before, which knows links alone, leaves them be.
ALTER TABLE tokens DROP CONSTRAINT tokens_kind_check;
--> statement-breakpoint
ALTER TABLE tokens ADD CONSTRAINT tokens_kind_check CHECK (
  kind IN ('session', 'email_confirmation', 'email_confirmation_code', 'password_reset', 'password_reset_code',
    'login', 'conversation_link', 'conversation',
    'unsubscribe', 'unsubscribe_requests', 'unsubscribe_membership', 'unsubscribe_reminders',
    'unsubscribe_wishes', 'unsubscribe_community', 'unsubscribe_digest')
);

-- How long a mail has been due, for whoever watches: some are written long before they are.
ALTER TABLE queued_mails ADD COLUMN due_at timestamptz NOT NULL DEFAULT now();
--> statement-breakpoint
UPDATE queued_mails SET due_at = created_at;
--> statement-breakpoint
CREATE INDEX queued_mails_due_at ON queued_mails (due_at);

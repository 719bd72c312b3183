-- What was done to whoever wrote a reported message.
ALTER TABLE message_reports
  ADD COLUMN measure text CHECK (measure IN ('none', 'warn', 'suspend'));
--> statement-breakpoint
UPDATE message_reports SET measure = 'none' WHERE handled_at IS NOT NULL;

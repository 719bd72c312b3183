ALTER TABLE messages
  -- By it two first words are the same text; null once the other side has answered.
  ADD COLUMN text_key text,
  ADD COLUMN held_for text CHECK (held_for IN ('many_letterboxes', 'many_accounts')),
  -- A moderator decided that it reaches nobody; held_at stays.
  ADD COLUMN refused_at timestamptz;
--> statement-breakpoint
CREATE INDEX messages_text_key_idx ON messages (text_key, created_at) WHERE text_key IS NOT NULL;
--> statement-breakpoint
CREATE INDEX message_reports_created_at_idx ON message_reports (created_at);
--> statement-breakpoint
-- Which moderator has read what was not written to them. It outlives accounts and messages, hence no
-- references.
CREATE TABLE moderation_reads (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  reader_id uuid NOT NULL,
  message_id uuid NOT NULL,
  because text NOT NULL CHECK (because IN ('held', 'reported')),
  at timestamptz NOT NULL
);
--> statement-breakpoint
CREATE INDEX moderation_reads_reader_id_idx ON moderation_reads (reader_id, at);
--> statement-breakpoint
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is only added to', TG_TABLE_NAME;
END
$$;
--> statement-breakpoint
CREATE TRIGGER moderation_reads_only_added_to BEFORE UPDATE OR DELETE ON moderation_reads
FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- What was done in the back office, by whom and to what; nothing of it is ever changed or taken away.
-- Without foreign keys: an entry outlives both the account and the thing, of which it keeps ids alone.
CREATE TABLE audit_log (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  at timestamptz NOT NULL DEFAULT now(),
  actor text NOT NULL CHECK (actor IN ('admin', 'command', 'system')),
  actor_id uuid,
  subject text NOT NULL,
  subject_id text NOT NULL,
  label text,
  verb text NOT NULL,
  before jsonb,
  after jsonb,
  CHECK (actor = 'admin' OR actor_id IS NULL)
);
--> statement-breakpoint
CREATE INDEX audit_log_at_idx ON audit_log (at DESC, id);
--> statement-breakpoint
CREATE INDEX audit_log_subject_idx ON audit_log (subject, subject_id, at DESC);
--> statement-breakpoint
CREATE INDEX audit_log_actor_id_idx ON audit_log (actor_id, at DESC);
--> statement-breakpoint
CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'audit_log is append-only' USING ERRCODE = 'insufficient_privilege';
END $$;
--> statement-breakpoint
CREATE TRIGGER audit_log_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_log
FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();

-- Counts what those who run the community change about an account, so that two of them notice each
-- other. Not every change of the row: it is written with each visit, and its owner changes it as well.
ALTER TABLE users ADD COLUMN staff_version integer NOT NULL DEFAULT 0;
--> statement-breakpoint
CREATE FUNCTION count_staff_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.staff_version := OLD.staff_version + 1;
  RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER users_staff_version BEFORE UPDATE ON users
  FOR EACH ROW WHEN (
    OLD.role_id IS DISTINCT FROM NEW.role_id
    OR OLD.beta_tester IS DISTINCT FROM NEW.beta_tester
    OR OLD.suspended_at IS DISTINCT FROM NEW.suspended_at
    OR OLD.suspended_reason IS DISTINCT FROM NEW.suspended_reason
  ) EXECUTE FUNCTION count_staff_version();
--> statement-breakpoint
-- As they are sorted; not by the last visit, which is written far more often than anybody looks.
CREATE INDEX users_created_at_idx ON users (created_at, id);
--> statement-breakpoint
-- Few among many: they are looked for by themselves.
CREATE INDEX users_staff_idx ON users (role_id, created_at) WHERE role_id > 1;
--> statement-breakpoint
CREATE INDEX users_suspended_idx ON users (created_at) WHERE suspended_at IS NOT NULL;
--> statement-breakpoint
CREATE INDEX users_beta_tester_idx ON users (created_at) WHERE beta_tester;

ALTER TABLE "users" ADD COLUMN "tasks" text[] DEFAULT '{}'::text[] NOT NULL;--> statement-breakpoint
CREATE INDEX "users_with_tasks_idx" ON "users" USING btree ("id") WHERE "users"."tasks" <> '{}';--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_tasks_check" CHECK ("users"."tasks" <@ ARRAY['moderation', 'shipping', 'treasury', 'map', 'texts']);--> statement-breakpoint
DROP TRIGGER users_staff_version ON users;
--> statement-breakpoint
CREATE TRIGGER users_staff_version BEFORE UPDATE ON users
FOR EACH ROW
WHEN (
  OLD.role_id IS DISTINCT FROM NEW.role_id
  OR OLD.tasks IS DISTINCT FROM NEW.tasks
  OR OLD.beta_tester IS DISTINCT FROM NEW.beta_tester
  OR OLD.suspended_at IS DISTINCT FROM NEW.suspended_at
  OR OLD.suspended_reason IS DISTINCT FROM NEW.suspended_reason
)
EXECUTE FUNCTION count_staff_version();

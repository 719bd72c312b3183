CREATE TABLE "second_factor_codes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"code_hash" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "second_factors" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"secret" text,
	"pending_secret" text,
	"pending_at" timestamp with time zone,
	"last_step" bigint DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "second_factors_pending_check" CHECK (("second_factors"."pending_secret" IS NULL) = ("second_factors"."pending_at" IS NULL))
);
--> statement-breakpoint
ALTER TABLE "tokens" DROP CONSTRAINT "tokens_kind_check";--> statement-breakpoint
ALTER TABLE "tokens" ADD COLUMN "proved_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "tokens" ADD COLUMN "strong" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "staff_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "second_factor_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "second_factor_codes" ADD CONSTRAINT "second_factor_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "second_factors" ADD CONSTRAINT "second_factors_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "second_factor_codes_user_id_idx" ON "second_factor_codes" USING btree ("user_id","code_hash");--> statement-breakpoint
ALTER TABLE "tokens" ADD CONSTRAINT "tokens_kind_check" CHECK ("tokens"."kind" IN ('session', 'half_session', 'email_confirmation', 'password_reset', 'email_confirmation_code', 'password_reset_code', 'login', 'conversation_link', 'conversation', 'not_me', 'unsubscribe', 'unsubscribe_requests', 'unsubscribe_membership', 'unsubscribe_reminders', 'unsubscribe_wishes', 'unsubscribe_community', 'unsubscribe_digest', 'unsubscribe_announcements', 'unsubscribe_neighbourhood'));
--> statement-breakpoint
-- Since when somebody has any task: from then on they have some days to set up a second factor. Whichever way
-- a task is given, it is written here.
CREATE FUNCTION note_staff_since() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.role_id > 1 OR NEW.tasks <> '{}' THEN
    NEW.staff_since := coalesce(NEW.staff_since, now());
  ELSE
    NEW.staff_since := NULL;
  END IF;
  RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER users_staff_since BEFORE INSERT OR UPDATE OF role_id, tasks ON users
FOR EACH ROW
EXECUTE FUNCTION note_staff_since();
--> statement-breakpoint
-- The days for a second factor begin with this update for those who have tasks.
UPDATE users SET staff_since = now() WHERE role_id > 1 OR tasks <> '{}';

CREATE TABLE "access_tokens" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid,
	"name" text COLLATE "und-x-icu" NOT NULL,
	"token_hash" text NOT NULL,
	"writes" boolean NOT NULL,
	"tasks" text[] DEFAULT '{}'::text[] NOT NULL,
	"strong" boolean NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"last_used_at" timestamp with time zone,
	"revoked_at" timestamp with time zone,
	CONSTRAINT "access_tokens_token_hash_unique" UNIQUE("token_hash"),
	CONSTRAINT "access_tokens_name_check" CHECK (char_length("access_tokens"."name") <= 60),
	CONSTRAINT "access_tokens_tasks_check" CHECK ("access_tokens"."tasks" <@ ARRAY['moderation', 'shipping', 'treasury', 'map', 'texts']),
	CONSTRAINT "access_tokens_owner_check" CHECK ("access_tokens"."user_id" IS NULL OR "access_tokens"."revoked_at" IS NULL)
);
--> statement-breakpoint
ALTER TABLE "security_events" DROP CONSTRAINT "security_events_kind_check";--> statement-breakpoint
ALTER TABLE "audit_log" DROP CONSTRAINT "audit_log_actor_check";--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "program_id" uuid;--> statement-breakpoint
ALTER TABLE "access_tokens" ADD CONSTRAINT "access_tokens_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "access_tokens_user_id_idx" ON "access_tokens" USING btree ("user_id");--> statement-breakpoint
ALTER TABLE "security_events" ADD CONSTRAINT "security_events_kind_check" CHECK ("security_events"."kind" IN ('login', 'login_refused', 'logout', 'session_ended', 'sessions_ended', 'password_changed', 'email_change_asked', 'email_changed', 'email_restored', 'passkey_added', 'passkey_removed', 'account_linked', 'account_unlinked', 'second_factor_on', 'second_factor_off', 'second_factor_reset', 'token_made', 'token_ended', 'recovery_codes_made', 'recovery_code_used', 'proof_given', 'proof_refused', 'not_me', 'role_given', 'role_taken', 'data_exported', 'file_taken', 'account_suspended', 'account_restored', 'accounts_merged'));--> statement-breakpoint
ALTER TABLE "audit_log" ADD CONSTRAINT "audit_log_actor_check" CHECK ("audit_log"."actor" IN ('admin', 'token', 'command', 'system'));
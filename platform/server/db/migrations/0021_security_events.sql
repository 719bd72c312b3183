CREATE TABLE "former_emails" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"email" text NOT NULL,
	"token_hash" text NOT NULL,
	"password_hash" text NOT NULL,
	"replaced_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "former_emails_token_hash_unique" UNIQUE("token_hash"),
	CONSTRAINT "former_emails_email_check" CHECK (char_length("former_emails"."email") <= 254)
);
--> statement-breakpoint
CREATE TABLE "former_passwords" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"password_hash" text NOT NULL,
	"replaced_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "security_events" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"kind" text NOT NULL,
	"way" text,
	"by" text NOT NULL,
	"browser" text,
	"system" text,
	"count" integer DEFAULT 1 NOT NULL,
	"hour" timestamp with time zone,
	CONSTRAINT "security_events_browser_check" CHECK (char_length("security_events"."browser") <= 40),
	CONSTRAINT "security_events_system_check" CHECK (char_length("security_events"."system") <= 40),
	CONSTRAINT "security_events_by_check" CHECK ("security_events"."by" IN ('self', 'staff', 'system')),
	CONSTRAINT "security_events_kind_check" CHECK ("security_events"."kind" IN ('login', 'login_refused', 'logout', 'session_ended', 'sessions_ended', 'password_changed', 'email_change_asked', 'email_changed', 'email_restored', 'passkey_added', 'passkey_removed', 'account_linked', 'account_unlinked', 'second_factor_on', 'second_factor_off', 'second_factor_reset', 'recovery_codes_made', 'recovery_code_used', 'proof_given', 'proof_refused', 'not_me', 'role_given', 'role_taken', 'data_exported', 'account_suspended', 'account_restored', 'accounts_merged')),
	CONSTRAINT "security_events_way_check" CHECK ("security_events"."way" IN ('password', 'passkey', 'link', 'conversation', 'recovery', 'confirmation', 'registration', 'second_step', 'openid', 'code', 'first', 'too_many', 'new_login'))
);
--> statement-breakpoint
ALTER TABLE "former_emails" ADD CONSTRAINT "former_emails_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "former_passwords" ADD CONSTRAINT "former_passwords_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "security_events" ADD CONSTRAINT "security_events_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "former_emails_replaced_at_idx" ON "former_emails" USING btree ("replaced_at");--> statement-breakpoint
CREATE INDEX "former_emails_user_id_idx" ON "former_emails" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "security_events_at_idx" ON "security_events" USING btree ("at");--> statement-breakpoint
CREATE UNIQUE INDEX "security_events_hour_key" ON "security_events" USING btree ("user_id","kind","way","hour");--> statement-breakpoint
CREATE INDEX "security_events_user_id_idx" ON "security_events" USING btree ("user_id","at" DESC NULLS FIRST,"id");
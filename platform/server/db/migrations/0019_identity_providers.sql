CREATE TABLE "linked_accounts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"provider" text NOT NULL,
	"issuer" text NOT NULL,
	"subject" text NOT NULL,
	"label" text NOT NULL,
	"tasks" text[] DEFAULT '{}'::text[] NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp with time zone,
	CONSTRAINT "linked_accounts_identity_key" UNIQUE("issuer","subject"),
	CONSTRAINT "linked_accounts_of_user_key" UNIQUE("user_id","issuer"),
	CONSTRAINT "linked_accounts_provider_check" CHECK (char_length("linked_accounts"."provider") BETWEEN 1 AND 30),
	CONSTRAINT "linked_accounts_issuer_check" CHECK (char_length("linked_accounts"."issuer") BETWEEN 1 AND 1000),
	CONSTRAINT "linked_accounts_subject_check" CHECK (char_length("linked_accounts"."subject") BETWEEN 1 AND 255),
	CONSTRAINT "linked_accounts_label_check" CHECK (char_length("linked_accounts"."label") <= 254)
);
--> statement-breakpoint
CREATE TABLE "proved_identities" (
	"browser_hash" text PRIMARY KEY NOT NULL,
	"provider" text NOT NULL,
	"issuer" text NOT NULL,
	"subject" text NOT NULL,
	"label" text NOT NULL,
	"email" text,
	"email_verified" boolean NOT NULL,
	"firstname" text NOT NULL,
	"lastname" text NOT NULL,
	"tasks" text[] DEFAULT '{}'::text[] NOT NULL,
	"return_path" text,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "provider_logins" (
	"state_hash" text PRIMARY KEY NOT NULL,
	"browser_hash" text NOT NULL,
	"provider" text NOT NULL,
	"user_id" uuid,
	"nonce" text NOT NULL,
	"code_verifier" text NOT NULL,
	"return_path" text,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "linked_accounts" ADD CONSTRAINT "linked_accounts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "provider_logins" ADD CONSTRAINT "provider_logins_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "proved_identities_expires_at_idx" ON "proved_identities" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "provider_logins_expires_at_idx" ON "provider_logins" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "provider_logins_user_id_idx" ON "provider_logins" USING btree ("user_id");
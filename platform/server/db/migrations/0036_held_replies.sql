CREATE TABLE "held_replies" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"transaction_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"from_address" text NOT NULL,
	"text" text NOT NULL,
	"files" smallint NOT NULL,
	"written_at" timestamp with time zone NOT NULL,
	"token_hash" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "held_replies_token_hash_unique" UNIQUE("token_hash"),
	CONSTRAINT "held_replies_text_check" CHECK (char_length("held_replies"."text") BETWEEN 1 AND 800)
);
--> statement-breakpoint
CREATE TABLE "message_quotations" (
	"message_id" uuid PRIMARY KEY NOT NULL,
	"author_id" uuid NOT NULL,
	"text" text NOT NULL,
	CONSTRAINT "message_quotations_text_check" CHECK (char_length("message_quotations"."text") BETWEEN 1 AND 12000)
);
--> statement-breakpoint
CREATE TABLE "answerable_mails" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"about" uuid NOT NULL,
	"subject" text NOT NULL,
	"text" text NOT NULL,
	"sent_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "held_replies" ADD CONSTRAINT "held_replies_transaction_id_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transactions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "held_replies" ADD CONSTRAINT "held_replies_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_quotations" ADD CONSTRAINT "message_quotations_message_id_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_quotations" ADD CONSTRAINT "message_quotations_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "answerable_mails" ADD CONSTRAINT "answerable_mails_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "held_replies_transaction_id_idx" ON "held_replies" USING btree ("transaction_id");--> statement-breakpoint
CREATE INDEX "held_replies_user_id_idx" ON "held_replies" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "held_replies_expires_at_idx" ON "held_replies" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "message_quotations_author_id_idx" ON "message_quotations" USING btree ("author_id","message_id");--> statement-breakpoint
CREATE INDEX "answerable_mails_about_idx" ON "answerable_mails" USING btree ("about","user_id","sent_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "answerable_mails_user_id_idx" ON "answerable_mails" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "answerable_mails_sent_at_idx" ON "answerable_mails" USING btree ("sent_at");
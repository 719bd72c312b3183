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
ALTER TABLE "message_quotations" ADD CONSTRAINT "message_quotations_message_id_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_quotations" ADD CONSTRAINT "message_quotations_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "answerable_mails" ADD CONSTRAINT "answerable_mails_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "message_quotations_author_id_idx" ON "message_quotations" USING btree ("author_id","message_id");--> statement-breakpoint
CREATE INDEX "answerable_mails_about_idx" ON "answerable_mails" USING btree ("about","user_id","sent_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "answerable_mails_user_id_idx" ON "answerable_mails" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "answerable_mails_sent_at_idx" ON "answerable_mails" USING btree ("sent_at");
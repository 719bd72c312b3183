CREATE TABLE "mail_choices" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"announcement_mails" boolean NOT NULL,
	"neighbourhood_mails" boolean,
	"membership_reminders" boolean NOT NULL
);
--> statement-breakpoint
DROP INDEX "users_neighbourhood_mails_idx";--> statement-breakpoint
ALTER TABLE "mail_choices" ADD CONSTRAINT "mail_choices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "mail_choices_neighbourhood_idx" ON "mail_choices" USING btree ("user_id") WHERE "mail_choices"."neighbourhood_mails";--> statement-breakpoint
INSERT INTO "mail_choices" ("user_id", "announcement_mails", "neighbourhood_mails", "membership_reminders")
	SELECT "id", "announcement_mails", "neighbourhood_mails", "membership_reminders" FROM "users"
	WHERE NOT "announcement_mails" OR "neighbourhood_mails" IS NOT NULL OR NOT "membership_reminders";--> statement-breakpoint
ALTER TABLE "users" DROP COLUMN "membership_reminders";--> statement-breakpoint
ALTER TABLE "users" DROP COLUMN "announcement_mails";--> statement-breakpoint
ALTER TABLE "users" DROP COLUMN "neighbourhood_mails";
CREATE TABLE "tours_seen" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"tour_map_seen" boolean DEFAULT false NOT NULL,
	"tour_letterbox_seen" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
ALTER TABLE "tours_seen" ADD CONSTRAINT "tours_seen_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
INSERT INTO "tours_seen" ("user_id", "tour_map_seen", "tour_letterbox_seen")
	SELECT "id", "tour_map_seen", "tour_letterbox_seen" FROM "users"
	WHERE "tour_map_seen" OR "tour_letterbox_seen";--> statement-breakpoint
ALTER TABLE "users" DROP COLUMN "tour_map_seen";--> statement-breakpoint
ALTER TABLE "users" DROP COLUMN "tour_letterbox_seen";
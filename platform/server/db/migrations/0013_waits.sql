CREATE TABLE "waits" (
	"user_id" uuid NOT NULL,
	"letterbox_id" uuid NOT NULL,
	"item_id" smallint NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"told_at" timestamp with time zone,
	"turn_until" timestamp with time zone,
	"leave_hash" text,
	CONSTRAINT "waits_user_id_letterbox_id_item_id_pk" PRIMARY KEY("user_id","letterbox_id","item_id"),
	CONSTRAINT "waits_leave_hash_unique" UNIQUE("leave_hash"),
	CONSTRAINT "waits_check" CHECK (("waits"."told_at" IS NULL) = ("waits"."turn_until" IS NULL))
);
--> statement-breakpoint
ALTER TABLE "waits" ADD CONSTRAINT "waits_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "waits" ADD CONSTRAINT "waits_letterbox_id_letterboxes_id_fk" FOREIGN KEY ("letterbox_id") REFERENCES "public"."letterboxes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "waits" ADD CONSTRAINT "waits_item_id_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."items"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "waits_letterbox_id_item_id_idx" ON "waits" USING btree ("letterbox_id","item_id");--> statement-breakpoint
CREATE INDEX "waits_item_id_idx" ON "waits" USING btree ("item_id");--> statement-breakpoint
-- The borrowers of ended requests hear first that a thing is free again. Then it is the turn of the members in line.
CREATE FUNCTION announce_wait_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('wait_change', '');
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER lent_changes_reviewed AFTER DELETE ON lent_changes
FOR EACH STATEMENT
EXECUTE FUNCTION announce_wait_change();

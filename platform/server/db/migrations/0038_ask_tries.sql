CREATE TABLE "ask_tries" (
	"user_id" uuid NOT NULL,
	"letterbox_id" uuid NOT NULL,
	"item_id" smallint NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"told_at" timestamp with time zone,
	CONSTRAINT "ask_tries_user_id_letterbox_id_item_id_pk" PRIMARY KEY("user_id","letterbox_id","item_id")
);
--> statement-breakpoint
ALTER TABLE "ask_tries" ADD CONSTRAINT "ask_tries_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ask_tries" ADD CONSTRAINT "ask_tries_letterbox_id_letterboxes_id_fk" FOREIGN KEY ("letterbox_id") REFERENCES "public"."letterboxes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ask_tries" ADD CONSTRAINT "ask_tries_item_id_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."items"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "ask_tries_letterbox_id_idx" ON "ask_tries" USING btree ("letterbox_id");--> statement-breakpoint
CREATE INDEX "ask_tries_item_id_idx" ON "ask_tries" USING btree ("item_id");--> statement-breakpoint
CREATE INDEX "ask_tries_created_at_idx" ON "ask_tries" USING btree ("created_at");
CREATE TABLE "sheet_codes" (
	"code" text PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL
);
--> statement-breakpoint
ALTER TABLE "sheet_codes" ADD CONSTRAINT "sheet_codes_code_letterbox_codes_code_fk" FOREIGN KEY ("code") REFERENCES "public"."letterbox_codes"("code") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sheet_codes" ADD CONSTRAINT "sheet_codes_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sheet_codes_order_id_idx" ON "sheet_codes" USING btree ("order_id");
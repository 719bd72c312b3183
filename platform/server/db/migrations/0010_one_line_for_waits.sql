ALTER TABLE "waits" DROP CONSTRAINT "waits_letterbox_id_letterboxes_id_fk";
--> statement-breakpoint
CREATE INDEX "waits_expires_at_idx" ON "waits" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "waits_turn_idx" ON "waits" USING btree ("turn_until") WHERE "waits"."told_at" IS NOT NULL;--> statement-breakpoint
-- Lines move whenever lent days change, no longer after the requests for them were reviewed.
DROP TRIGGER lent_changes_reviewed ON lent_changes;--> statement-breakpoint
DROP FUNCTION announce_wait_change();

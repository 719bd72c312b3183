ALTER TABLE "push_subscriptions" ADD COLUMN "unanswered_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD COLUMN "silent_at" timestamp with time zone;--> statement-breakpoint
DROP TRIGGER push_subscriptions_announce ON push_subscriptions;
--> statement-breakpoint
CREATE TRIGGER push_subscriptions_announce AFTER INSERT OR UPDATE OF user_id, silent_at OR DELETE ON push_subscriptions
FOR EACH ROW
EXECUTE FUNCTION announce_reach();

-- What is counted for everybody leaves out those that are gone.
DROP INDEX letterboxes_created_at_idx;
--> statement-breakpoint
CREATE INDEX letterboxes_created_at_idx ON letterboxes (created_at) INCLUDE (user_id)
  WHERE latitude IS NOT NULL AND holiday_until IS NULL AND hidden_at IS NULL AND gone_since IS NULL;
--> statement-breakpoint
-- One that comes back may answer a wish.
DROP TRIGGER letterboxes_wished ON letterboxes;
--> statement-breakpoint
CREATE TRIGGER letterboxes_wished AFTER UPDATE ON letterboxes
FOR EACH ROW
WHEN (
  OLD.latitude IS DISTINCT FROM NEW.latitude
  OR OLD.longitude IS DISTINCT FROM NEW.longitude
  OR (OLD.hidden_at IS NOT NULL AND NEW.hidden_at IS NULL)
  OR (OLD.gone_since IS NOT NULL AND NEW.gone_since IS NULL)
)
EXECUTE FUNCTION queue_wished_letterbox();

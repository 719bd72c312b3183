-- Half a degree of latitude is more than the largest radius; the exact distance is checked later.
CREATE FUNCTION queue_wished_items() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO wish_candidates (letterbox_id)
  SELECT DISTINCT added.letterbox_id
  FROM added
  JOIN letterboxes ON letterboxes.id = added.letterbox_id
  JOIN wishes ON wishes.item_id = added.item_id AND wishes.confirmed_at IS NOT NULL
    AND wishes.latitude BETWEEN letterboxes.latitude - 0.5 AND letterboxes.latitude + 0.5;
  IF FOUND THEN
    PERFORM pg_notify('wish_candidate', '');
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER letterbox_items_wished AFTER INSERT ON letterbox_items REFERENCING NEW TABLE AS added
FOR EACH STATEMENT
EXECUTE FUNCTION queue_wished_items();
--> statement-breakpoint
CREATE FUNCTION queue_wished_letterbox() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO wish_candidates (letterbox_id)
  SELECT letterboxes.id
  FROM letterboxes
  WHERE CASE TG_TABLE_NAME WHEN 'users' THEN letterboxes.user_id = NEW.id ELSE letterboxes.id = NEW.id END
    AND EXISTS (
      SELECT 1 FROM letterbox_items
      JOIN wishes ON wishes.item_id = letterbox_items.item_id AND wishes.confirmed_at IS NOT NULL
        AND wishes.latitude BETWEEN letterboxes.latitude - 0.5 AND letterboxes.latitude + 0.5
      WHERE letterbox_items.letterbox_id = letterboxes.id
    );
  IF FOUND THEN
    PERFORM pg_notify('wish_candidate', '');
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
-- A letterbox that is shown again may match a wish as well.
CREATE TRIGGER letterboxes_wished AFTER UPDATE ON letterboxes
FOR EACH ROW
WHEN (
  OLD.latitude IS DISTINCT FROM NEW.latitude
  OR OLD.longitude IS DISTINCT FROM NEW.longitude
  OR (OLD.hidden_at IS NOT NULL AND NEW.hidden_at IS NULL)
  OR (OLD.gone_since IS NOT NULL AND NEW.gone_since IS NULL)
)
EXECUTE FUNCTION queue_wished_letterbox();
--> statement-breakpoint
CREATE TRIGGER users_wished AFTER UPDATE ON users
FOR EACH ROW
WHEN (
  (NEW.show_on_map AND NOT OLD.show_on_map)
  OR (OLD.suspended_at IS NOT NULL AND NEW.suspended_at IS NULL)
  OR (OLD.waiting_since IS NOT NULL AND NEW.waiting_since IS NULL)
)
EXECUTE FUNCTION queue_wished_letterbox();

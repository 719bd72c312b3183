-- This change may have made other requests for the thing hopeless, or possible again.
CREATE FUNCTION queue_lent_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO lent_changes (renter_id, item_id) VALUES (NEW.renter_id, NEW.item_id);
  PERFORM pg_notify('lent_change', '');
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER transactions_lent_changed AFTER UPDATE ON transactions
FOR EACH ROW
WHEN (
  NEW.renter_id IS NOT NULL
  AND (
    (OLD.status IN ('accepted', 'handed_over')) <> (NEW.status IN ('accepted', 'handed_over'))
    OR (NEW.status IN ('accepted', 'handed_over') AND OLD.lent IS DISTINCT FROM NEW.lent)
  )
)
EXECUTE FUNCTION queue_lent_change();

-- Notes lenders whose answers have changed, so that their answer bands are recomputed.
CREATE FUNCTION queue_answers() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO answer_candidates (renter_id)
  SELECT DISTINCT renter_id FROM changed
  WHERE renter_id IS NOT NULL AND (answered_at IS NOT NULL OR status <> 'requested');
  IF FOUND THEN
    PERFORM pg_notify('answer_candidate', '');
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER transactions_asked AFTER INSERT ON transactions REFERENCING NEW TABLE AS changed
FOR EACH STATEMENT
EXECUTE FUNCTION queue_answers();
--> statement-breakpoint
CREATE FUNCTION queue_answer() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO answer_candidates (renter_id) VALUES (NEW.renter_id);
  PERFORM pg_notify('answer_candidate', '');
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER transactions_answered AFTER UPDATE ON transactions
FOR EACH ROW
WHEN (
  NEW.renter_id IS NOT NULL
  AND (OLD.status <> NEW.status OR OLD.answered_at IS DISTINCT FROM NEW.answered_at)
)
EXECUTE FUNCTION queue_answer();

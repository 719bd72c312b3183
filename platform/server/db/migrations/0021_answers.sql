-- How a letterbox answers, as a band, and what it has lent: no more of it is ever told.
CREATE TABLE letterbox_answers (
  letterbox_id uuid PRIMARY KEY REFERENCES letterboxes (id) ON DELETE CASCADE,
  answers text NOT NULL CHECK (answers IN ('day', 'days', 'new', 'rarely')),
  -- Things that came back.
  loans integer NOT NULL CHECK (loans >= 0),
  computed_at timestamptz NOT NULL
);
--> statement-breakpoint
-- The queue of lenders whose band may be another now, written by the transaction that changes a request.
-- Without a foreign key and with many rows a lender: writing here waits for nobody.
CREATE TABLE answer_candidates (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  renter_id uuid NOT NULL
);
--> statement-breakpoint
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
CREATE TRIGGER transactions_asked AFTER INSERT ON transactions
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION queue_answers();
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
  FOR EACH ROW WHEN (
    NEW.renter_id IS NOT NULL
    AND (OLD.status <> NEW.status OR OLD.answered_at IS DISTINCT FROM NEW.answered_at)
  ) EXECUTE FUNCTION queue_answer();
--> statement-breakpoint
INSERT INTO answer_candidates (renter_id)
SELECT DISTINCT renter_id FROM transactions WHERE renter_id IS NOT NULL;
--> statement-breakpoint
-- What is away or promised is read with each letterbox that is shown.
CREATE INDEX transactions_lent_idx ON transactions (renter_id)
WHERE status IN ('accepted', 'handed_over');

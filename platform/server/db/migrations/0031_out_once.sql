ALTER TABLE "transactions" ADD COLUMN "lent_as_agreed" daterange;--> statement-breakpoint
-- Where one copy was handed over again and nobody noted that it had come back, the earlier loans count as loans of
-- further copies, numbered after all others of the thing.
WITH out_again AS (
  SELECT id, renter_id, item_id, copy, row_number() OVER (
    PARTITION BY renter_id, item_id, copy ORDER BY (
      SELECT max(at) FROM transaction_events
      WHERE transaction_id = transactions.id AND transaction_events.status = 'handed_over') DESC NULLS LAST, id
  ) AS turn
  FROM transactions WHERE status = 'handed_over' AND renter_id IS NOT NULL
), moved AS (
  SELECT id, renter_id, item_id, row_number() OVER (PARTITION BY renter_id, item_id ORDER BY id) AS place
  FROM out_again WHERE turn > 1
)
UPDATE transactions SET copy = place + (
  SELECT max(other.copy) FROM transactions other
  WHERE other.renter_id = moved.renter_id AND other.item_id = moved.item_id
    AND other.status IN ('accepted', 'handed_over'))
FROM moved WHERE transactions.id = moved.id;--> statement-breakpoint
ALTER TABLE transactions ADD CONSTRAINT transactions_out_once EXCLUDE USING gist (
  renter_id WITH =, item_id WITH =, copy WITH =
) WHERE (status = 'handed_over');--> statement-breakpoint
-- What was handed over earlier than agreed is away since then, where the days between were promised to nobody else.
WITH early AS (
  SELECT transactions.id, lent, renter_id, item_id, copy, (max(at) AT TIME ZONE 'UTC')::date AS since
  FROM transactions JOIN transaction_events ON transaction_id = transactions.id
  WHERE transactions.status = 'handed_over' AND transaction_events.status = 'handed_over'
    AND transaction_events.reason IS NULL
  GROUP BY transactions.id
)
UPDATE transactions SET lent = daterange(early.since, upper(early.lent)), lent_as_agreed = early.lent
FROM early
WHERE transactions.id = early.id AND early.since < lower(early.lent) AND NOT EXISTS (
  SELECT FROM transactions other
  WHERE other.id <> early.id AND other.renter_id = early.renter_id AND other.item_id = early.item_id
    AND other.copy = early.copy AND other.status IN ('accepted', 'handed_over')
    AND other.lent && daterange(early.since, upper(early.lent)));

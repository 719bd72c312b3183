-- Items are looked after in the back office.
ALTER TABLE items
  -- Counted up by each change there.
  ADD COLUMN version integer NOT NULL DEFAULT 0,
  -- The place among those of its category; without one, behind them by id.
  ADD COLUMN position integer,
  -- What it became a part of: it is kept for what still names it, and chosen no more.
  ADD COLUMN merged_into smallint REFERENCES items (id) DEFERRABLE INITIALLY DEFERRED,
  ADD CONSTRAINT items_merged_check CHECK (merged_into IS NULL OR (merged_into <> id AND NOT active));
--> statement-breakpoint
CREATE INDEX items_merged_into_idx ON items (merged_into) WHERE merged_into IS NOT NULL;
--> statement-breakpoint
CREATE INDEX transactions_item_id_idx ON transactions (item_id);
--> statement-breakpoint
-- Pictures that were uploaded, by the hash of what is shown; they stay, so that an old address works.
CREATE TABLE item_artworks (
  path text PRIMARY KEY CHECK (path ~ '^[0-9a-f]{32}\.(svg|png)$'),
  -- The whole sticker, as it is served.
  content bytea NOT NULL,
  -- The picture on it, for a sticker of another colour.
  picture bytea NOT NULL,
  -- False until an item has it: such a one is forgotten.
  kept boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL
);

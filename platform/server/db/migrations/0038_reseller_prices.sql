-- What resellers pay a piece, from the most pieces on to a single one; null for what a community begins with.
ALTER TABLE products ADD COLUMN tier_cents integer[];

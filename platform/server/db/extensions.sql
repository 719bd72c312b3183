-- Periods of which no two overlap.
CREATE EXTENSION IF NOT EXISTS btree_gist;
--> statement-breakpoint
-- Text is searched for a part anywhere in it, by the groups of three letters that it consists of.
CREATE EXTENSION IF NOT EXISTS pg_trgm;

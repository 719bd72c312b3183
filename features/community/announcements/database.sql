CREATE INDEX announcement_views_counts_idx ON announcement_views (announcement_id, seen_at) INCLUDE (answer);

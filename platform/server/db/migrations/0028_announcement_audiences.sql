-- For whom an announcement is, and when. `active` stays the switch: published and not retired.
ALTER TABLE announcements
  ADD COLUMN version integer NOT NULL DEFAULT 0,
  ADD COLUMN audience text NOT NULL DEFAULT 'all' CHECK (audience IN ('all', 'no_messaging', 'region')),
  ADD COLUMN region_latitude double precision,
  ADD COLUMN region_longitude double precision,
  -- In metres.
  ADD COLUMN region_radius integer CHECK (region_radius > 0),
  ADD COLUMN visible_from timestamptz,
  ADD COLUMN visible_until timestamptz CHECK (visible_until > visible_from),
  ADD COLUMN retired_at timestamptz,
  -- How many people it was for when it was published.
  ADD COLUMN reach integer,
  ADD CONSTRAINT announcements_region CHECK (
    (audience = 'region')
      = (region_latitude IS NOT NULL AND region_longitude IS NOT NULL AND region_radius IS NOT NULL)
  );
--> statement-breakpoint
-- There were no drafts before: what is not active was retired.
UPDATE announcements SET retired_at = updated_at WHERE NOT active;
--> statement-breakpoint
CREATE INDEX announcement_views_counts_idx ON announcement_views (announcement_id, seen_at) INCLUDE (answer);
--> statement-breakpoint
DROP INDEX announcement_views_announcement_id_idx;
--> statement-breakpoint
CREATE INDEX letterboxes_latitude_idx ON letterboxes (latitude, longitude) INCLUDE (id, user_id)
  WHERE latitude IS NOT NULL;
--> statement-breakpoint
-- Few of them run, and every member asks for those.
CREATE INDEX announcements_active_idx ON announcements (id) WHERE active;

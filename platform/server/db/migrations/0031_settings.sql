-- Every version of what a community sets at run time; the newest of a key holds, and null stands for what
-- holds where nothing is set.
CREATE TABLE setting_versions (
  key text NOT NULL,
  version integer NOT NULL CHECK (version > 0),
  value jsonb,
  saved_at timestamptz NOT NULL DEFAULT now(),
  saved_by uuid REFERENCES users (id) ON DELETE SET NULL,
  PRIMARY KEY (key, version)
);
--> statement-breakpoint
CREATE INDEX setting_versions_saved_by_idx ON setting_versions (saved_by);
--> statement-breakpoint
INSERT INTO setting_versions (key, version, value)
SELECT key, 1, value FROM community_settings WHERE key = 'banner';
--> statement-breakpoint
DELETE FROM community_settings WHERE key = 'banner';

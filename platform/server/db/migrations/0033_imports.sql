-- Files of letterboxes given by the browser. What they hold of persons goes as soon as they are
-- imported, or forgotten a week later.
CREATE TABLE imports (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  file_name text NOT NULL,
  lang text NOT NULL CHECK (lang IN ('de', 'en', 'fr')),
  status text NOT NULL DEFAULT 'checking'
    CHECK (status IN ('checking', 'ready', 'writing', 'done', 'undone', 'failed')),
  version integer NOT NULL DEFAULT 0,
  created_by uuid REFERENCES users (id) ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- Base64; null once it was read.
  content text,
  -- What was read of it; null once it was imported.
  prepared jsonb,
  places_done integer NOT NULL DEFAULT 0,
  places_total integer NOT NULL DEFAULT 0,
  counts jsonb,
  failure jsonb
);
--> statement-breakpoint
CREATE INDEX imports_created_at_idx ON imports (created_at DESC, id);
--> statement-breakpoint
CREATE INDEX imports_created_by_idx ON imports (created_by);
--> statement-breakpoint
-- What an import did to a letterbox, so that it can be undone.
CREATE TABLE import_rows (
  import_id uuid NOT NULL REFERENCES imports (id) ON DELETE CASCADE,
  letterbox_id uuid NOT NULL REFERENCES letterboxes (id) ON DELETE CASCADE,
  -- Null: it was not there before.
  before jsonb,
  after jsonb NOT NULL,
  PRIMARY KEY (import_id, letterbox_id)
);
--> statement-breakpoint
CREATE INDEX import_rows_letterbox_id_idx ON import_rows (letterbox_id);

CREATE TABLE reports (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  letterbox_id uuid NOT NULL REFERENCES letterboxes (id) ON DELETE CASCADE,
  -- Who reported; null for a visitor.
  user_id uuid REFERENCES users (id) ON DELETE CASCADE,
  type text NOT NULL CHECK (type IN ('missing_sticker', 'no_access', 'other')),
  title text NOT NULL CHECK (char_length(title) BETWEEN 1 AND 200),
  message text NOT NULL DEFAULT '' CHECK (char_length(message) <= 800),
  email text NOT NULL CHECK (char_length(email) BETWEEN 1 AND 254),
  lang text NOT NULL CHECK (lang IN ('de', 'en', 'fr')),
  created_at timestamptz NOT NULL DEFAULT now(),
  handled_at timestamptz
);
--> statement-breakpoint
CREATE INDEX reports_letterbox_id_idx ON reports (letterbox_id);
--> statement-breakpoint
CREATE INDEX reports_user_id_idx ON reports (user_id) WHERE user_id IS NOT NULL;
--> statement-breakpoint
CREATE INDEX reports_open_idx ON reports (created_at) WHERE handled_at IS NULL;
--> statement-breakpoint
CREATE TABLE general_feedbacks (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  type text NOT NULL CHECK (type IN ('question', 'missing_function', 'found_error', 'congratulate', 'something_else')),
  content text NOT NULL CHECK (char_length(content) BETWEEN 1 AND 1000),
  created_at timestamptz NOT NULL DEFAULT now(),
  handled_at timestamptz
);
--> statement-breakpoint
CREATE INDEX general_feedbacks_user_id_idx ON general_feedbacks (user_id);

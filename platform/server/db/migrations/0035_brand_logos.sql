CREATE TABLE brand_logos (
  -- Of the content.
  hash text PRIMARY KEY CHECK (hash ~ '^[0-9a-f]{32}$'),
  content bytea NOT NULL,
  -- False until a brand has it: such a one is forgotten.
  kept boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL
);

-- Jobs that waited in the database which this one was restored or moved from: the next start puts them
-- into the queue, whose own tables belong to its library.
CREATE TABLE waiting_jobs (
  id uuid PRIMARY KEY,
  queue text NOT NULL,
  data jsonb NOT NULL,
  start_after timestamptz NOT NULL
);

-- Mails that wait to be sent, with links that log in: deleted as soon as they are sent. A job of the
-- queue carries the id and nothing else.
CREATE TABLE queued_mails (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  recipient text NOT NULL,
  mail jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);

ALTER TABLE message_reports
  ADD COLUMN note text NOT NULL DEFAULT '',
  ADD COLUMN handled_at timestamptz,
  -- No reference: that it was handled outlives the account that did it.
  ADD COLUMN handled_by uuid,
  ADD COLUMN outcome text CHECK (outcome IN ('justified', 'unfounded')),
  ADD CHECK (reason IN ('money', 'rude', 'unwanted', 'other')),
  ADD CHECK ((handled_at IS NULL) = (outcome IS NULL));

-- The files that came with a mail, in base64: where mails are really sent there are none here.
ALTER TABLE local_mails ADD COLUMN attachments jsonb NOT NULL DEFAULT '[]';

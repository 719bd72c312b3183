-- Reports and feedback are worked through: somebody takes one, notes what they know, and says what came of it.
-- Settled is what was handled, in progress what somebody has taken.
ALTER TABLE reports
  ADD COLUMN assignee_id uuid REFERENCES users (id) ON DELETE SET NULL,
  ADD COLUMN version integer NOT NULL DEFAULT 0,
  ADD COLUMN staff_note text NOT NULL DEFAULT '' CHECK (char_length(staff_note) <= 2000),
  -- No reference: that it was handled outlives the account that did it.
  ADD COLUMN handled_by uuid,
  ADD COLUMN outcome text CHECK (outcome IN ('done', 'nothing_to_do', 'duplicate')),
  -- How often the same person reported the same letterbox again, whose words are added to the message.
  ADD COLUMN repeats integer NOT NULL DEFAULT 0,
  DROP CONSTRAINT reports_message_check,
  ADD CONSTRAINT reports_message_check CHECK (char_length(message) <= 4000);
--> statement-breakpoint
ALTER TABLE general_feedbacks
  ADD COLUMN assignee_id uuid REFERENCES users (id) ON DELETE SET NULL,
  ADD COLUMN version integer NOT NULL DEFAULT 0,
  ADD COLUMN staff_note text NOT NULL DEFAULT '' CHECK (char_length(staff_note) <= 2000),
  ADD COLUMN handled_by uuid,
  ADD COLUMN outcome text CHECK (outcome IN ('done', 'nothing_to_do', 'duplicate'));
--> statement-breakpoint
ALTER TABLE message_reports ADD COLUMN assignee_id uuid REFERENCES users (id) ON DELETE SET NULL;
--> statement-breakpoint
UPDATE reports SET outcome = 'done' WHERE handled_at IS NOT NULL;
--> statement-breakpoint
UPDATE general_feedbacks SET outcome = 'done' WHERE handled_at IS NOT NULL;
--> statement-breakpoint
ALTER TABLE reports ADD CHECK ((handled_at IS NULL) = (outcome IS NULL));
--> statement-breakpoint
ALTER TABLE general_feedbacks ADD CHECK ((handled_at IS NULL) = (outcome IS NULL));
--> statement-breakpoint
DROP INDEX reports_open_idx;
--> statement-breakpoint
CREATE INDEX reports_open_idx ON reports (created_at, id) WHERE handled_at IS NULL;
--> statement-breakpoint
CREATE INDEX reports_handled_idx ON reports (handled_at, id) WHERE handled_at IS NOT NULL;
--> statement-breakpoint
CREATE INDEX reports_assignee_id_idx ON reports (assignee_id, created_at) WHERE assignee_id IS NOT NULL;
--> statement-breakpoint
CREATE INDEX general_feedbacks_open_idx ON general_feedbacks (created_at, id) WHERE handled_at IS NULL;
--> statement-breakpoint
CREATE INDEX general_feedbacks_handled_idx ON general_feedbacks (handled_at, id) WHERE handled_at IS NOT NULL;
--> statement-breakpoint
CREATE INDEX general_feedbacks_assignee_id_idx ON general_feedbacks (assignee_id, created_at)
  WHERE assignee_id IS NOT NULL;
--> statement-breakpoint
CREATE INDEX message_reports_open_idx ON message_reports (created_at, id) WHERE handled_at IS NULL;
--> statement-breakpoint
CREATE INDEX message_reports_assignee_id_idx ON message_reports (assignee_id) WHERE assignee_id IS NOT NULL;
--> statement-breakpoint
-- What was answered by mail: it goes with what it answers.
CREATE TABLE staff_answers (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  report_id uuid REFERENCES reports (id) ON DELETE CASCADE,
  feedback_id uuid REFERENCES general_feedbacks (id) ON DELETE CASCADE,
  -- Who answered; null once that account has gone.
  author_id uuid REFERENCES users (id) ON DELETE SET NULL,
  text text NOT NULL CHECK (char_length(text) BETWEEN 1 AND 4000),
  -- Chosen by the client: the same press answers once.
  request_id uuid NOT NULL UNIQUE,
  created_at timestamptz NOT NULL,
  CHECK (num_nonnulls(report_id, feedback_id) = 1)
);
--> statement-breakpoint
CREATE INDEX staff_answers_report_id_idx ON staff_answers (report_id) WHERE report_id IS NOT NULL;
--> statement-breakpoint
CREATE INDEX staff_answers_feedback_id_idx ON staff_answers (feedback_id) WHERE feedback_id IS NOT NULL;
--> statement-breakpoint
CREATE INDEX staff_answers_author_id_idx ON staff_answers (author_id) WHERE author_id IS NOT NULL;
--> statement-breakpoint
-- Who has read what is noted in the audit log alone, as all that the staff does.
INSERT INTO audit_log (at, actor, actor_id, subject, subject_id, verb)
SELECT r.at, 'admin', r.reader_id,
  CASE WHEN reported.id IS NULL THEN 'held_message' ELSE 'message_report' END,
  coalesce(reported.id, r.message_id)::text, 'read'
FROM moderation_reads r LEFT JOIN LATERAL (
  SELECT id FROM message_reports WHERE message_id = r.message_id AND r.because = 'reported' ORDER BY created_at LIMIT 1
) reported ON true;
--> statement-breakpoint
DROP TABLE moderation_reads;
--> statement-breakpoint
-- What feedback is searched by; reports are by the address of their letterbox.
CREATE INDEX users_firstname_search_idx ON users USING gin (lower(firstname) gin_trgm_ops);

ALTER TABLE staff_answers ADD CONSTRAINT staff_answers_report_id_reports_id_fk
  FOREIGN KEY (report_id) REFERENCES reports (id) ON DELETE CASCADE;
ALTER TABLE staff_answers ADD CONSTRAINT staff_answers_feedback_id_general_feedbacks_id_fk
  FOREIGN KEY (feedback_id) REFERENCES general_feedbacks (id) ON DELETE CASCADE;

-- The audit log only grows: what it is searched by is found by index.
CREATE INDEX audit_log_label_search_idx ON audit_log USING gin (lower(label) gin_trgm_ops);
--> statement-breakpoint
CREATE INDEX audit_log_subject_id_search_idx ON audit_log USING gin (lower(subject_id) gin_trgm_ops);

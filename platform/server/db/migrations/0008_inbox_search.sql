CREATE INDEX "general_feedbacks_created_at_idx" ON "general_feedbacks" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "general_feedbacks_search_idx" ON "general_feedbacks" USING gin (lower("content") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "reports_created_at_idx" ON "reports" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "reports_search_idx" ON "reports" USING gin (lower("title" || ' ' || "message") gin_trgm_ops);
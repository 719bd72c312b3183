ALTER TABLE "letterboxes" ADD COLUMN "sign_question_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "letterboxes" ADD COLUMN "sign_answer_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "transactions" ADD COLUMN "undone_requests" uuid[] DEFAULT '{}'::uuid[] NOT NULL;
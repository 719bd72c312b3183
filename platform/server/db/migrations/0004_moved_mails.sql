CREATE TABLE "moved_mails" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"texts" jsonb NOT NULL,
	"most_bounces" integer NOT NULL,
	"version" integer NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);

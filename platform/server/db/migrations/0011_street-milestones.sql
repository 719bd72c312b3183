CREATE TABLE "street_milestones" (
	"country" text NOT NULL,
	"postcode" text NOT NULL,
	"street" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "street_milestones_country_postcode_street_pk" PRIMARY KEY("country","postcode","street")
);

ALTER TABLE "transactions" ADD COLUMN "written_at" timestamp with time zone;--> statement-breakpoint
UPDATE "transactions" SET "written_at" = "words"."at" FROM (
  SELECT "messages"."transaction_id", max("messages"."created_at") AS "at"
  FROM "messages" JOIN "transactions" AS "asked" ON "asked"."id" = "messages"."transaction_id"
  WHERE "asked"."status" IN ('requested', 'expired')
    AND "messages"."from_id" = "asked"."renter_id" AND "messages"."held_at" IS NULL
  GROUP BY "messages"."transaction_id"
) AS "words"
WHERE "words"."transaction_id" = "transactions"."id" AND NOT EXISTS (
  SELECT FROM "transaction_events"
  WHERE "transaction_events"."transaction_id" = "transactions"."id"
    AND "transaction_events"."status" <> 'expired' AND "transaction_events"."at" >= "words"."at"
);

ALTER TABLE "bank_payments" DROP CONSTRAINT "bank_payments_order_id_unique";--> statement-breakpoint
DROP INDEX "order_events_paid_idx";--> statement-breakpoint
DROP INDEX "payments_one_at_a_time";--> statement-breakpoint
ALTER TABLE "order_events" ADD COLUMN "received_cents" integer;--> statement-breakpoint
ALTER TABLE "order_events" ADD COLUMN "corrected" jsonb;--> statement-breakpoint
ALTER TABLE "order_events" ADD COLUMN "reminded" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "paid_cents" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "owing_cents" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "bank_payments_order_id_idx" ON "bank_payments" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "orders_owing_idx" ON "orders" USING btree ("id") WHERE "orders"."owing_cents" < 0;--> statement-breakpoint
CREATE INDEX "order_events_paid_idx" ON "order_events" USING btree ("created_at","order_id") WHERE "order_events"."received_cents" IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "payments_one_at_a_time" ON "payments" USING btree ("order_id") WHERE "payments"."status" IN ('started', 'requires_action', 'mismatch');--> statement-breakpoint
ALTER TABLE "order_events" ADD CONSTRAINT "order_events_received_cents_check" CHECK ("order_events"."received_cents" > 0);--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_paid_cents_check" CHECK ("orders"."paid_cents" >= 0);--> statement-breakpoint
-- What was paid so far: what a provider took, or else the whole of the order.
UPDATE "orders" SET "paid_cents" = coalesce(
  (SELECT sum("payments"."amount_cents") FROM "payments"
    WHERE "payments"."order_id" = "orders"."id" AND "payments"."status" = 'succeeded'),
  "orders"."price_cents" + "orders"."donation_cents")
WHERE "orders"."status" IN ('paid', 'processed') OR EXISTS (
  SELECT FROM "order_events"
  WHERE "order_events"."order_id" = "orders"."id" AND "order_events"."status" = 'paid');--> statement-breakpoint
UPDATE "order_events" SET "received_cents" = "orders"."paid_cents" FROM "orders"
WHERE "orders"."id" = "order_events"."order_id" AND "orders"."paid_cents" > 0 AND "order_events"."id" = (
  SELECT "first"."id" FROM "order_events" "first"
  WHERE "first"."order_id" = "orders"."id" AND "first"."status" = 'paid'
    AND "first"."refunded_cents" IS NULL AND NOT "first"."noted"
  ORDER BY "first"."created_at", "first"."id" LIMIT 1);--> statement-breakpoint
CREATE OR REPLACE FUNCTION refuse_order_going_back() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT (
    (OLD.status = 'pending_confirmation' AND NEW.status IN ('pending_payment', 'cancelled'))
    OR (OLD.status = 'pending_payment' AND NEW.status IN ('paid', 'cancelled'))
    OR (OLD.status = 'paid' AND NEW.status IN ('processed', 'cancelled'))
    OR (OLD.status = 'processed' AND NEW.status = 'paid')
  ) THEN
    RAISE EXCEPTION 'an order cannot go from % to %', OLD.status, NEW.status
      USING ERRCODE = 'check_violation';
  END IF;
  -- A process of the version before counts no payments: while both run, what it takes is the whole of the order.
  IF OLD.status = 'pending_payment' AND NEW.status = 'paid' AND NEW.paid_cents = 0 THEN
    NEW.paid_cents := NEW.price_cents + NEW.donation_cents;
  END IF;
  RETURN NEW;
END
$$;

-- Money that goes back. The row is stored before the provider hears of it, and its id is what makes a
-- repeated call to the provider the same call.
CREATE TABLE refunds (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  order_id uuid NOT NULL REFERENCES orders (id) ON DELETE CASCADE,
  -- Null where the money came by bank, and goes back that way: here it is recorded alone.
  payment_id uuid REFERENCES payments (id) ON DELETE CASCADE,
  amount_cents integer NOT NULL CHECK (amount_cents > 0),
  currency text NOT NULL CHECK (currency IN ('CHF', 'EUR')),
  -- refused: the provider did not give it back, for the reason beside it.
  status text NOT NULL DEFAULT 'started' CHECK (status IN ('started', 'succeeded', 'refused')),
  reason text,
  -- Which administrator, as long as there is such an account.
  user_id uuid REFERENCES users (id) ON DELETE SET NULL,
  -- Of the page that asked: the same request again is the same refund.
  request_id uuid UNIQUE,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
--> statement-breakpoint
CREATE INDEX refunds_order_id_idx ON refunds (order_id, created_at);
--> statement-breakpoint
CREATE INDEX refunds_unsettled_idx ON refunds (updated_at) WHERE status = 'started';
--> statement-breakpoint
-- An order's history tells of refunds too: with it, the state beside it is the one it stayed in.
ALTER TABLE order_events ADD COLUMN refunded_cents integer CHECK (refunded_cents > 0);
--> statement-breakpoint
-- The test provider gives back once for each key, as others do.
CREATE TABLE sandbox_refunds (
  key text PRIMARY KEY,
  ref text NOT NULL REFERENCES sandbox_payments (ref) ON DELETE CASCADE,
  amount_cents integer NOT NULL
);

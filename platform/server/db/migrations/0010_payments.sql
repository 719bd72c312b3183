ALTER TABLE orders DROP CONSTRAINT orders_payment_method_check;
--> statement-breakpoint
ALTER TABLE orders ADD CONSTRAINT orders_payment_method_check
  CHECK (payment_method IN ('stripe', 'paypal', 'invoice', 'sandbox'));
--> statement-breakpoint
-- A try to pay an order. It is stored before the provider hears of it, so that whatever happens in
-- between, somebody asks how it ended.
CREATE TABLE payments (
  -- Also what makes a repeated call to the provider the same call.
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  order_id uuid NOT NULL REFERENCES orders (id) ON DELETE CASCADE,
  provider text NOT NULL CHECK (provider IN ('stripe', 'paypal', 'sandbox')),
  provider_ref text,
  amount_cents integer NOT NULL CHECK (amount_cents > 0),
  currency text NOT NULL CHECK (currency IN ('CHF', 'EUR')),
  -- Of what was charged with, a hash: the same card again asks how it ended.
  proof_hash text NOT NULL,
  -- mismatch: the provider speaks of another amount or order; somebody has to look at it.
  -- refund_due: it was paid after the order had been cancelled.
  status text NOT NULL DEFAULT 'started' CHECK (status IN (
    'started', 'requires_action', 'succeeded', 'declined', 'cancelled', 'mismatch', 'refund_due', 'refunded'
  )),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (provider, provider_ref)
);
--> statement-breakpoint
-- Nobody pays twice, however many pages, processes and clicks there are.
CREATE UNIQUE INDEX payments_one_at_a_time ON payments (order_id)
  WHERE status IN ('started', 'requires_action', 'succeeded', 'mismatch');
--> statement-breakpoint
CREATE INDEX payments_unsettled_idx ON payments (updated_at)
  WHERE status IN ('started', 'requires_action', 'refund_due');
--> statement-breakpoint
-- The test provider's own books: as far from ours as another company's.
CREATE TABLE sandbox_payments (
  ref text PRIMARY KEY,
  key uuid NOT NULL UNIQUE,
  refno text NOT NULL,
  amount_cents integer NOT NULL,
  currency text NOT NULL,
  status text NOT NULL,
  charges integer NOT NULL DEFAULT 0,
  refunds integer NOT NULL DEFAULT 0
);

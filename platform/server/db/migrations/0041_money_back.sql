-- What the provider gave back without being asked by us: its own name of it.
ALTER TABLE refunds ADD COLUMN provider_ref text;
--> statement-breakpoint
CREATE UNIQUE INDEX refunds_provider_ref_idx ON refunds (payment_id, provider_ref);
--> statement-breakpoint
CREATE INDEX refunds_outside_idx ON refunds (order_id) WHERE provider_ref IS NOT NULL AND settled_at IS NULL;
--> statement-breakpoint
-- overtaken: the provider had given money back before, of which we did not know; nothing was done.
ALTER TABLE refunds DROP CONSTRAINT refunds_status_check;
--> statement-breakpoint
ALTER TABLE refunds ADD CONSTRAINT refunds_status_check
  CHECK (status IN ('started', 'succeeded', 'refused', 'overtaken'));
--> statement-breakpoint
-- Somebody wants money back by way of the bank or of PayPal, and the provider decides.
CREATE TABLE disputes (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  order_id uuid NOT NULL REFERENCES orders (id) ON DELETE CASCADE,
  payment_id uuid NOT NULL REFERENCES payments (id) ON DELETE CASCADE,
  -- What the provider calls it.
  provider_ref text NOT NULL,
  amount_cents integer NOT NULL,
  currency text NOT NULL,
  -- won: the money stays with the community.
  status text NOT NULL CHECK (status IN ('open', 'won', 'lost')),
  -- The money is held back, or gone: nothing of it can be given back besides.
  withheld boolean NOT NULL,
  reason text NOT NULL DEFAULT '',
  -- Until when the community can say something about it.
  answer_by timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- When somebody said that it is settled, and which administrator.
  settled_at timestamptz,
  settled_by uuid REFERENCES users (id) ON DELETE SET NULL,
  UNIQUE (payment_id, provider_ref)
);
--> statement-breakpoint
CREATE INDEX disputes_order_id_idx ON disputes (order_id);
--> statement-breakpoint
CREATE INDEX disputes_open_idx ON disputes (order_id) WHERE settled_at IS NULL;

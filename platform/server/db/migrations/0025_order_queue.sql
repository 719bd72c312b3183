-- Texts are searched for a part anywhere in them, by the groups of three letters that they consist of.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
--> statement-breakpoint
CREATE INDEX orders_search_idx ON orders
  USING gin (lower(refno || ' ' || firstname || ' ' || lastname || ' ' || coalesce(email, '')) gin_trgm_ops);
--> statement-breakpoint
-- One for each way in which the queue is sorted, and for its counts.
CREATE INDEX orders_created_at_idx ON orders (created_at DESC, id DESC);
--> statement-breakpoint
CREATE INDEX orders_status_idx ON orders (status, created_at DESC, id DESC);
--> statement-breakpoint
CREATE INDEX orders_total_idx ON orders ((price_cents + donation_cents), id);
--> statement-breakpoint
CREATE INDEX orders_name_idx ON orders (lower(lastname || ' ' || firstname), id);
--> statement-breakpoint
-- What somebody wishes for, and whether it was looked at: null while nobody has.
ALTER TABLE orders ADD COLUMN idea_state text CHECK (idea_state IN ('seen', 'settled'));
--> statement-breakpoint
CREATE INDEX orders_ideas_idx ON orders (created_at DESC, id DESC) WHERE ideas <> '';
--> statement-breakpoint
-- Why an administrator gave money back; beside it stands why a provider did not.
ALTER TABLE refunds ADD COLUMN note text NOT NULL DEFAULT '';
--> statement-breakpoint
-- What has gone wrong stays in sight until somebody says that it is settled.
ALTER TABLE refunds ADD COLUMN settled_at timestamptz;
--> statement-breakpoint
ALTER TABLE refunds ADD COLUMN settled_by uuid REFERENCES users (id) ON DELETE SET NULL;
--> statement-breakpoint
CREATE INDEX refunds_open_idx ON refunds (order_id) WHERE status = 'refused' AND settled_at IS NULL;
--> statement-breakpoint
ALTER TABLE payments ADD COLUMN settled_at timestamptz;
--> statement-breakpoint
ALTER TABLE payments ADD COLUMN settled_by uuid REFERENCES users (id) ON DELETE SET NULL;
--> statement-breakpoint
-- Of which payment a provider spoke instead of ours: number of the order, amount in cents, currency.
ALTER TABLE payments ADD COLUMN told jsonb;
--> statement-breakpoint
CREATE INDEX payments_open_idx ON payments (order_id) WHERE status = 'mismatch' AND settled_at IS NULL;
--> statement-breakpoint
CREATE INDEX payments_order_id_idx ON payments (order_id, created_at);
--> statement-breakpoint
-- Money of a bank statement that paid no order by itself, until somebody assigns it or sets it aside.
CREATE TABLE unmatched_payments (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  -- As in bank_payments: the same statement again adds nothing.
  entry_key text NOT NULL UNIQUE,
  amount_cents integer,
  currency text NOT NULL,
  received_on date,
  reason text NOT NULL,
  -- The order that it names, as long as there is one.
  refno text,
  order_id uuid REFERENCES orders (id) ON DELETE SET NULL,
  text text NOT NULL DEFAULT '',
  payer text,
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'assigned', 'set_aside')),
  -- The order that somebody assigned it to.
  assigned_order_id uuid REFERENCES orders (id) ON DELETE SET NULL,
  note text NOT NULL DEFAULT '',
  settled_at timestamptz,
  -- Which administrator, as long as there is such an account.
  settled_by uuid REFERENCES users (id) ON DELETE SET NULL,
  version integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  CHECK ((state = 'open') = (settled_at IS NULL))
);
--> statement-breakpoint
CREATE INDEX unmatched_payments_state_idx ON unmatched_payments (state, created_at DESC, id);
--> statement-breakpoint
CREATE INDEX unmatched_payments_order_id_idx ON unmatched_payments (order_id);
--> statement-breakpoint
CREATE INDEX unmatched_payments_assigned_order_id_idx ON unmatched_payments (assigned_order_id);

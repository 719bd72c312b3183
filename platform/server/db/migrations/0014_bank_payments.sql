-- Money that arrived in the community's bank account and paid an order.
CREATE TABLE bank_payments (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  -- An order is paid once.
  order_id uuid NOT NULL UNIQUE REFERENCES orders (id) ON DELETE CASCADE,
  -- Account and name of the entry in the bank's books: the same statement again pays nothing. Null for
  -- what was recorded by hand.
  entry_key text UNIQUE,
  amount_cents integer NOT NULL CHECK (amount_cents > 0),
  currency text NOT NULL CHECK (currency IN ('CHF', 'EUR')),
  received_on date NOT NULL,
  note text NOT NULL DEFAULT '',
  -- Which administrator, as long as there is such an account.
  recorded_by uuid REFERENCES users (id) ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);

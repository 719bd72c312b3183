CREATE TABLE products (
  id smallint PRIMARY KEY,
  name text NOT NULL,
  name_en text NOT NULL,
  name_fr text NOT NULL,
  price_cents integer NOT NULL CHECK (price_cents > 0),
  active boolean NOT NULL DEFAULT true
);
--> statement-breakpoint
CREATE TABLE orders (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  refno text NOT NULL UNIQUE CHECK (refno ~ '^[1-9][0-9]{8}$'),
  -- Null for a visitor, and after the account has gone.
  user_id uuid REFERENCES users (id) ON DELETE SET NULL,
  product_id smallint NOT NULL REFERENCES products (id),
  amount integer NOT NULL CHECK (amount > 0),
  piece_cents integer NOT NULL CHECK (piece_cents > 0),
  price_cents integer NOT NULL CHECK (price_cents = amount * piece_cents),
  donation_cents integer NOT NULL DEFAULT 0 CHECK (donation_cents >= 0),
  currency text NOT NULL CHECK (currency IN ('CHF', 'EUR')),
  payment_method text CHECK (payment_method IN ('stripe', 'paypal', 'invoice')),
  status text NOT NULL
    CHECK (status IN ('pending_confirmation', 'pending_payment', 'paid', 'processed', 'cancelled')),
  lang text NOT NULL CHECK (lang IN ('de', 'en', 'fr')),
  firstname text NOT NULL,
  lastname text NOT NULL,
  -- Null once nobody may write there any more.
  email text CHECK (char_length(email) <= 254),
  address text NOT NULL,
  address_addition text,
  postcode text NOT NULL,
  city text NOT NULL,
  country text NOT NULL,
  ideas text NOT NULL DEFAULT '',
  show_on_map boolean,
  request_id uuid UNIQUE,
  created_at timestamptz NOT NULL DEFAULT now()
);
--> statement-breakpoint
CREATE INDEX orders_user_id_idx ON orders (user_id, created_at DESC);
--> statement-breakpoint
-- Each change of an order's state: what a status alone forgets.
CREATE TABLE order_events (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  order_id uuid NOT NULL REFERENCES orders (id) ON DELETE CASCADE,
  status text NOT NULL
    CHECK (status IN ('pending_confirmation', 'pending_payment', 'paid', 'processed', 'cancelled')),
  actor text NOT NULL CHECK (actor IN ('customer', 'admin', 'payment', 'system')),
  -- Which customer or administrator, as long as there is such an account.
  user_id uuid REFERENCES users (id) ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
--> statement-breakpoint
CREATE INDEX order_events_order_id_idx ON order_events (order_id, created_at);
--> statement-breakpoint
-- Whatever the program does, an order never goes back, and what was cancelled stays so.
CREATE FUNCTION refuse_order_going_back() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT (
    (OLD.status = 'pending_confirmation' AND NEW.status IN ('pending_payment', 'cancelled'))
    OR (OLD.status = 'pending_payment' AND NEW.status IN ('paid', 'cancelled'))
    OR (OLD.status = 'paid' AND NEW.status IN ('processed', 'cancelled'))
  ) THEN
    RAISE EXCEPTION 'an order cannot go from % to %', OLD.status, NEW.status
      USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER orders_status BEFORE UPDATE OF status ON orders
  FOR EACH ROW WHEN (OLD.status IS DISTINCT FROM NEW.status)
  EXECUTE FUNCTION refuse_order_going_back();

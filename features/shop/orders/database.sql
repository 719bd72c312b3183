-- Whatever the program does, only a shipped order can go back to an earlier state, and a cancelled one stays cancelled.
CREATE FUNCTION refuse_order_going_back() RETURNS trigger LANGUAGE plpgsql AS $$
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
--> statement-breakpoint
CREATE TRIGGER orders_status BEFORE UPDATE OF status ON orders
FOR EACH ROW
WHEN (OLD.status IS DISTINCT FROM NEW.status)
EXECUTE FUNCTION refuse_order_going_back();
--> statement-breakpoint
-- The spot of an order belongs to its address.
CREATE FUNCTION forget_order_spot() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.latitude := NULL;
  NEW.longitude := NULL;
  NEW.spot_sought_at := NULL;
  RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER orders_forget_spot BEFORE UPDATE OF address, postcode, city, country ON orders
FOR EACH ROW
WHEN ((OLD.address, OLD.postcode, OLD.city, OLD.country) IS DISTINCT FROM (NEW.address, NEW.postcode, NEW.city, NEW.country))
EXECUTE FUNCTION forget_order_spot();

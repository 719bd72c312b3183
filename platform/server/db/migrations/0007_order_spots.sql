ALTER TABLE "orders" ADD COLUMN "latitude" double precision;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "longitude" double precision;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "spot_sought_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_spot_check" CHECK (("orders"."latitude" IS NULL) = ("orders"."longitude" IS NULL) AND ("orders"."latitude" IS NULL OR "orders"."spot_sought_at" IS NOT NULL));--> statement-breakpoint
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

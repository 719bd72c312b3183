-- What administrators note about an order, and that they did: like every change it stands in the history.
ALTER TABLE orders ADD COLUMN note text NOT NULL DEFAULT '';
--> statement-breakpoint
ALTER TABLE order_events ADD COLUMN noted boolean NOT NULL DEFAULT false;

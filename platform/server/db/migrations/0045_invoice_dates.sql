-- When the invoice of an order was drawn for the first time: its date, however often it is drawn again.
ALTER TABLE orders ADD COLUMN invoiced_at timestamptz;

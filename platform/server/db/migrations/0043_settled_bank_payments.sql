-- Of a cancelled order: somebody has looked after the money that came by bank.
ALTER TABLE bank_payments ADD COLUMN settled_at timestamptz;
--> statement-breakpoint
ALTER TABLE bank_payments ADD COLUMN settled_by uuid REFERENCES users (id) ON DELETE SET NULL;

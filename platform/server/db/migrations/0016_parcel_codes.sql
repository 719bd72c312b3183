-- When a code from a parcel proved the address; null again when the address changes.
ALTER TABLE letterboxes ADD COLUMN address_verified_at timestamptz;
--> statement-breakpoint
-- The code on the slip in a parcel. In clear: the slip is printed again when the printer jams, and whoever
-- reads it here can do nothing with it but at the address where the parcel goes anyway.
CREATE TABLE parcel_codes (
  order_id uuid PRIMARY KEY REFERENCES orders (id) ON DELETE CASCADE,
  code text NOT NULL UNIQUE CHECK (code ~ '^[2-9A-HJKMNP-Z]{8}$'),
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  used_at timestamptz,
  -- Whose address it proved.
  letterbox_id uuid REFERENCES letterboxes (id) ON DELETE SET NULL
);
--> statement-breakpoint
CREATE INDEX parcel_codes_letterbox_id_idx ON parcel_codes (letterbox_id);

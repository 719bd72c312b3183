-- Typed addresses were normalised by the database's own collation, stored ones by that of their column: on a database
-- with the collation C, "Rue du Bœuf 3" was not found. Values of the index stay the same.
CREATE OR REPLACE FUNCTION letterbox_address_key(address text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT regexp_replace(trim(
    regexp_replace(
      regexp_replace(
        regexp_replace(
          regexp_replace(
            regexp_replace(
              replace(lower(regexp_replace(normalize(address COLLATE "und-x-icu", NFD), '[\u0300-\u036f]', '', 'g')), 'ß', 'ss'),
              '([aou])e', '\1', 'g'),
            'str(asse|\.)?(?![a-z])', 'str ', 'g'),
          '[^[:alnum:]]+', ' ', 'g'),
        '([[:alpha:]])(\d)', '\1 \2', 'g'),
      '(\d) ([a-z]|bis|ter)(?![[:alnum:]])', '\1\2', 'g')),
    '^(\d+(?:[a-z]|bis|ter)?) (\D.*)$', '\2 \1')
$$;
--> statement-breakpoint
CREATE TABLE "access_tokens" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid,
	"name" text COLLATE "und-x-icu" NOT NULL,
	"token_hash" text NOT NULL,
	"writes" boolean NOT NULL,
	"tasks" text[] DEFAULT '{}'::text[] NOT NULL,
	"strong" boolean NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"last_used_at" timestamp with time zone,
	"revoked_at" timestamp with time zone,
	CONSTRAINT "access_tokens_token_hash_unique" UNIQUE("token_hash"),
	CONSTRAINT "access_tokens_name_check" CHECK (char_length("access_tokens"."name") <= 60),
	CONSTRAINT "access_tokens_tasks_check" CHECK ("access_tokens"."tasks" <@ ARRAY['moderation', 'shipping', 'treasury', 'map', 'texts']),
	CONSTRAINT "access_tokens_owner_check" CHECK ("access_tokens"."user_id" IS NULL OR "access_tokens"."revoked_at" IS NULL)
);
--> statement-breakpoint
ALTER TABLE "security_events" DROP CONSTRAINT "security_events_kind_check";--> statement-breakpoint
ALTER TABLE "audit_log" DROP CONSTRAINT "audit_log_actor_check";--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "program_id" uuid;--> statement-breakpoint
ALTER TABLE "access_tokens" ADD CONSTRAINT "access_tokens_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "access_tokens_user_id_idx" ON "access_tokens" USING btree ("user_id");--> statement-breakpoint
ALTER TABLE "security_events" ADD CONSTRAINT "security_events_kind_check" CHECK ("security_events"."kind" IN ('login', 'login_refused', 'logout', 'session_ended', 'sessions_ended', 'password_changed', 'email_change_asked', 'email_changed', 'email_restored', 'passkey_added', 'passkey_removed', 'account_linked', 'account_unlinked', 'second_factor_on', 'second_factor_off', 'second_factor_reset', 'token_made', 'token_ended', 'recovery_codes_made', 'recovery_code_used', 'proof_given', 'proof_refused', 'not_me', 'role_given', 'role_taken', 'data_exported', 'file_taken', 'account_suspended', 'account_restored', 'accounts_merged'));--> statement-breakpoint
ALTER TABLE "audit_log" ADD CONSTRAINT "audit_log_actor_check" CHECK ("audit_log"."actor" IN ('admin', 'token', 'command', 'system'));
--> statement-breakpoint
ALTER TABLE "letterbox_items" ADD COLUMN "stuck_at" timestamp with time zone;--> statement-breakpoint
-- Set apart from adding the column: stickers of before are not new.
ALTER TABLE "letterbox_items" ALTER COLUMN "stuck_at" SET DEFAULT now();--> statement-breakpoint
CREATE INDEX "letterbox_items_stuck_at_idx" ON "letterbox_items" USING btree ("stuck_at");
--> statement-breakpoint
CREATE TABLE "moved_mails" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"texts" jsonb NOT NULL,
	"most_bounces" integer NOT NULL,
	"version" integer NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "letterbox_codes" (
	"code" text PRIMARY KEY NOT NULL,
	"letterbox_id" uuid,
	"assigned_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "letterbox_codes_code_check" CHECK ("letterbox_codes"."code" ~ '^[0-9A-HJKMNP-TV-Z]{7}$'),
	CONSTRAINT "letterbox_codes_check" CHECK (("letterbox_codes"."letterbox_id" IS NULL) = ("letterbox_codes"."assigned_at" IS NULL) AND ("letterbox_codes"."ended_at" IS NULL OR "letterbox_codes"."letterbox_id" IS NOT NULL))
);
--> statement-breakpoint
ALTER TABLE "letterbox_codes" ADD CONSTRAINT "letterbox_codes_letterbox_id_letterboxes_id_fk" FOREIGN KEY ("letterbox_id") REFERENCES "public"."letterboxes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "letterbox_codes_letterbox_id_idx" ON "letterbox_codes" USING btree ("letterbox_id","assigned_at");
--> statement-breakpoint
ALTER TABLE "mail_choices" ADD COLUMN "neighbourhood_weekly" boolean DEFAULT false NOT NULL;
--> statement-breakpoint
ALTER TABLE "imports" DROP CONSTRAINT "imports_status_check";--> statement-breakpoint
ALTER TABLE "letterboxes" ADD COLUMN "imported_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "imports" ADD CONSTRAINT "imports_status_check" CHECK ("imports"."status" IN ('receiving', 'checking', 'ready', 'writing', 'done', 'undone', 'failed', 'moved_in'));
--> statement-breakpoint
CREATE TABLE "sheet_codes" (
	"code" text PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL
);
--> statement-breakpoint
ALTER TABLE "sheet_codes" ADD CONSTRAINT "sheet_codes_code_letterbox_codes_code_fk" FOREIGN KEY ("code") REFERENCES "public"."letterbox_codes"("code") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sheet_codes" ADD CONSTRAINT "sheet_codes_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sheet_codes_order_id_idx" ON "sheet_codes" USING btree ("order_id");
--> statement-breakpoint
CREATE TABLE "webhook_deliveries" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"webhook_id" uuid NOT NULL,
	"event" text NOT NULL,
	"data" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"state" text DEFAULT 'new' NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"tried_at" timestamp with time zone,
	"status" smallint,
	"failure" text,
	CONSTRAINT "webhook_deliveries_event_check" CHECK ("webhook_deliveries"."event" IN ('letterbox.created', 'order.paid', 'order.shipped', 'report.created', 'account.deleted')),
	CONSTRAINT "webhook_deliveries_failure_check" CHECK ("webhook_deliveries"."failure" IN ('status', 'redirect', 'timeout', 'private_address', 'connection', 'off')),
	CONSTRAINT "webhook_deliveries_state_check" CHECK ("webhook_deliveries"."state" IN ('new', 'waiting', 'delivered', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "webhooks" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"url" text NOT NULL,
	"secret" text NOT NULL,
	"events" text[] NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"failing_since" timestamp with time zone,
	"off_since" timestamp with time zone,
	CONSTRAINT "webhooks_url_check" CHECK (char_length("webhooks"."url") <= 500),
	CONSTRAINT "webhooks_events_check" CHECK ("webhooks"."events" <@ ARRAY['letterbox.created', 'order.paid', 'order.shipped', 'report.created', 'account.deleted'])
);
--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_webhook_id_webhooks_id_fk" FOREIGN KEY ("webhook_id") REFERENCES "public"."webhooks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "webhook_deliveries_created_at_idx" ON "webhook_deliveries" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_new_idx" ON "webhook_deliveries" USING btree ("id") WHERE "webhook_deliveries"."state" = 'new';--> statement-breakpoint
CREATE INDEX "webhook_deliveries_webhook_id_idx" ON "webhook_deliveries" USING btree ("webhook_id","created_at" DESC NULLS FIRST,"id");--> statement-breakpoint
-- Writes a delivery for each webhook that is told of the event TG_ARGV[0]. Only ids and the number of an order leave.
CREATE FUNCTION queue_webhooks() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed jsonb;
BEGIN
  IF NOT EXISTS (SELECT 1 FROM webhooks WHERE off_since IS NULL AND TG_ARGV[0] = ANY (events)) THEN
    RETURN NULL;
  END IF;
  IF TG_OP = 'DELETE' THEN
    changed := to_jsonb(OLD);
  ELSE
    changed := to_jsonb(NEW);
  END IF;
  INSERT INTO webhook_deliveries (webhook_id, event, data)
  SELECT id, TG_ARGV[0], CASE TG_TABLE_NAME
    WHEN 'letterboxes' THEN jsonb_build_object('letterbox_id', changed->>'id')
    WHEN 'orders' THEN jsonb_build_object('order_id', changed->>'id', 'refno', changed->>'refno')
    WHEN 'cases' THEN jsonb_build_object('report_id', changed->>'id', 'kind', changed->>'kind')
    ELSE jsonb_build_object('account_id', changed->>'id')
  END
  FROM webhooks
  WHERE off_since IS NULL AND TG_ARGV[0] = ANY (events);
  PERFORM pg_notify('webhook_event', '');
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER letterboxes_webhooks AFTER INSERT ON letterboxes
FOR EACH ROW
EXECUTE FUNCTION queue_webhooks('letterbox.created');
--> statement-breakpoint
-- An order whose shipping was undone is not paid a second time.
CREATE TRIGGER orders_paid_webhooks AFTER UPDATE OF status ON orders
FOR EACH ROW
WHEN (NEW.status = 'paid' AND OLD.status NOT IN ('paid', 'processed'))
EXECUTE FUNCTION queue_webhooks('order.paid');
--> statement-breakpoint
CREATE TRIGGER orders_shipped_webhooks AFTER UPDATE OF status ON orders
FOR EACH ROW
WHEN (NEW.status = 'processed' AND OLD.status <> 'processed')
EXECUTE FUNCTION queue_webhooks('order.shipped');
--> statement-breakpoint
CREATE TRIGGER cases_webhooks AFTER INSERT ON cases
FOR EACH ROW
WHEN (NEW.kind IN ('report', 'message_report'))
EXECUTE FUNCTION queue_webhooks('report.created');
--> statement-breakpoint
CREATE TRIGGER users_webhooks AFTER DELETE ON users
FOR EACH ROW
EXECUTE FUNCTION queue_webhooks('account.deleted');
--> statement-breakpoint
-- The map knows on which days a thing is promised or out; announces each change of that, for both letterboxes if a
-- loan moves to another account.
CREATE FUNCTION announce_promised() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('letterlend.quiet', true) = 'on' THEN
    RETURN NULL;
  END IF;
  PERFORM pg_notify('letterbox_changed', id::text) FROM letterboxes
  WHERE (TG_OP <> 'INSERT' AND user_id = OLD.renter_id) OR (TG_OP <> 'DELETE' AND user_id = NEW.renter_id);
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER transactions_announce_begun AFTER INSERT ON transactions
FOR EACH ROW
WHEN (NEW.status IN ('accepted', 'handed_over'))
EXECUTE FUNCTION announce_promised();
--> statement-breakpoint
CREATE TRIGGER transactions_announce_changed AFTER UPDATE ON transactions
FOR EACH ROW
WHEN (
  (OLD.status IN ('accepted', 'handed_over') OR NEW.status IN ('accepted', 'handed_over'))
  AND (OLD.status, OLD.lent, OLD.item_id, OLD.renter_id)
    IS DISTINCT FROM (NEW.status, NEW.lent, NEW.item_id, NEW.renter_id)
)
EXECUTE FUNCTION announce_promised();
--> statement-breakpoint
CREATE TRIGGER transactions_announce_ended AFTER DELETE ON transactions
FOR EACH ROW
WHEN (OLD.status IN ('accepted', 'handed_over'))
EXECUTE FUNCTION announce_promised();
--> statement-breakpoint
CREATE TABLE "street_milestones" (
	"country" text NOT NULL,
	"postcode" text NOT NULL,
	"street" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "street_milestones_country_postcode_street_pk" PRIMARY KEY("country","postcode","street")
);
--> statement-breakpoint
ALTER TABLE "legacy_ids" DROP CONSTRAINT "legacy_ids_kind_check";--> statement-breakpoint
ALTER TABLE "legacy_ids" ADD CONSTRAINT "legacy_ids_kind_check" CHECK ("legacy_ids"."kind" IN ('item', 'user', 'letterbox', 'order', 'payment', 'transaction', 'message', 'announcement', 'announcement_answer', 'report'));
--> statement-breakpoint
CREATE TABLE "waits" (
	"user_id" uuid NOT NULL,
	"letterbox_id" uuid NOT NULL,
	"item_id" smallint NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"told_at" timestamp with time zone,
	"turn_until" timestamp with time zone,
	"leave_hash" text,
	CONSTRAINT "waits_user_id_letterbox_id_item_id_pk" PRIMARY KEY("user_id","letterbox_id","item_id"),
	CONSTRAINT "waits_leave_hash_unique" UNIQUE("leave_hash"),
	CONSTRAINT "waits_check" CHECK (("waits"."told_at" IS NULL) = ("waits"."turn_until" IS NULL))
);
--> statement-breakpoint
ALTER TABLE "waits" ADD CONSTRAINT "waits_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "waits" ADD CONSTRAINT "waits_letterbox_id_letterboxes_id_fk" FOREIGN KEY ("letterbox_id") REFERENCES "public"."letterboxes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "waits" ADD CONSTRAINT "waits_item_id_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."items"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "waits_letterbox_id_item_id_idx" ON "waits" USING btree ("letterbox_id","item_id");--> statement-breakpoint
CREATE INDEX "waits_item_id_idx" ON "waits" USING btree ("item_id");--> statement-breakpoint
-- The borrowers of ended requests hear first that a thing is free again. Then it is the turn of the members in line.
CREATE FUNCTION announce_wait_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('wait_change', '');
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER lent_changes_reviewed AFTER DELETE ON lent_changes
FOR EACH STATEMENT
EXECUTE FUNCTION announce_wait_change();
--> statement-breakpoint
ALTER TABLE "letterbox_codes" ADD COLUMN "came" integer DEFAULT 0 NOT NULL;

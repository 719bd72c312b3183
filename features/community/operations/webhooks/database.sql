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

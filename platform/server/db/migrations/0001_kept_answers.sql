-- Tells every process that an answer which it keeps is outdated: its name is the argument of the trigger.
CREATE FUNCTION announce_kept_answer() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('kept_answer_changed', TG_ARGV[0]);
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER items_kept_answer AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON items
FOR EACH STATEMENT
EXECUTE FUNCTION announce_kept_answer('items');
--> statement-breakpoint
CREATE TRIGGER products_kept_answer AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON products
FOR EACH STATEMENT
EXECUTE FUNCTION announce_kept_answer('products');
--> statement-breakpoint
-- The list of items names those that nobody can choose any more as long as somebody has them.
CREATE TRIGGER letterbox_items_kept_answer AFTER INSERT OR DELETE OR TRUNCATE ON letterbox_items
FOR EACH STATEMENT
EXECUTE FUNCTION announce_kept_answer('items');

-- Checked at the end of a transaction, because a restore and a merge write the rows in any order.
ALTER TABLE items ADD CONSTRAINT items_merged_into_items_id_fk
  FOREIGN KEY (merged_into) REFERENCES items (id) DEFERRABLE INITIALLY DEFERRED;
--> statement-breakpoint
CREATE TRIGGER items_kept_answer AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON items
FOR EACH STATEMENT
EXECUTE FUNCTION announce_kept_answer('items');

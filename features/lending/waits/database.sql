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

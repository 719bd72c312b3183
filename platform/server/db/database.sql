-- Tells every process that an answer which it keeps is outdated: its name is the argument of the trigger.
CREATE FUNCTION announce_kept_answer() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('kept_answer_changed', TG_ARGV[0]);
  RETURN NULL;
END
$$;

-- Notifies every process that a cached response is outdated; the trigger's argument is its name.
CREATE FUNCTION announce_kept_answer() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('kept_answer_changed', TG_ARGV[0]);
  RETURN NULL;
END
$$;
